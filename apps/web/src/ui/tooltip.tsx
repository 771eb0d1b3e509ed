import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { useLayer } from './layer.tsx';
import styles from './tooltip.module.css';

export interface TooltipProps {
  /** The text; nothing is shown while it is empty. */
  text: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref and can be hovered or focused. */
  children: ReactElement;
}

/** A short text beside an element on hover, focus or touch. It also describes the element to assistive technology. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const layer = useLayer();
  return (
    <MantineTooltip
      label={text ?? ''}
      disabled={!text}
      position={side}
      zIndex={layer.popover}
      classNames={{ tooltip: styles.tooltip }}
    >
      {children}
    </MantineTooltip>
  );
}
