import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { AddressPlace, FieldShape } from '@talaan/contract/resource/field';
import { ADDRESS_PLACES } from '@talaan/contract/resource/field';
import { hrAddress, type HrAddressLevel, type HrPlace } from '@talaan/contract/sign-in/hr.contract';
import { callServer } from '../../api/client.ts';
import type { ControlProps } from '../record/resource-parts.ts';
import { useFormSurroundings } from './form-context.ts';
import { TextControl } from './value-controls.tsx';

/** The HR system has provinces where an address of the specification has its city. */
const LEVELS: Readonly<Record<AddressPlace, HrAddressLevel>> = {
  region: 'region',
  city: 'province',
  municipality: 'municipality',
  barangay: 'barangay',
};

/** Nobody looks addresses up here: no HR system is connected, or the user signed in without it. */
const NO_HELP = new Set(['hr_off', 'hr_sign_in_needed']);

const ZIP_CODE = 'zip_code';

/**
 * A part of an address: any text, with the places of the HR system to choose from once the larger part is known. A
 * chosen place brings its zip code. Without the HR system the field is a plain text.
 */
export function PlaceControl(props: ControlProps) {
  const { shape, value, onChange } = props;
  const { parts, form } = useFormSurroundings();
  const listId = useId();
  const [entered, setEntered] = useState(false);
  const place = placeOf(shape)!;
  const outer = ADDRESS_PLACES[ADDRESS_PLACES.indexOf(place) - 1];
  const outerName = outer === undefined ? undefined : fieldOfPlace(parts.definition, outer);
  const typedOuter = useWatch({ control: form.control, name: outerName ?? props.name, disabled: outer === undefined });
  const within = typeof typedOuter === 'string' ? typedOuter.trim() : '';
  const places = useQuery({
    ...placesOf(LEVELS[place], outer === undefined ? null : within),
    enabled: entered && (outer === undefined || within !== ''),
  });

  function take(typed: string): void {
    onChange(typed);
    const zip = typed === value ? null : places.data?.find(({ name }) => name === typed)?.zip_code;
    if (!zip || !(ZIP_CODE in parts.definition.fields) || form.getValues(ZIP_CODE) !== '') return;
    form.setValue(ZIP_CODE, zip, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <div onFocus={() => setEntered(true)}>
      <TextControl {...props} onChange={take} list={listId} />
      <datalist id={listId}>
        {places.data?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {places.isError ? (
        <small role="status" className="muted">
          {MESSAGES.hrUnreachable}
        </small>
      ) : null}
    </div>
  );
}

/** The part of an address that a field holds, if it holds one. */
export function placeOf(shape: FieldShape): AddressPlace | undefined {
  return 'place' in shape ? shape.place : undefined;
}

function fieldOfPlace({ fields }: AnyResource, place: AddressPlace): string | undefined {
  return Object.entries(fields).find(([, shape]) => placeOf(shape) === place)?.[0];
}

function placesOf(level: HrAddressLevel, within: string | null) {
  return queryOptions({
    queryKey: ['hr places', level, within],
    queryFn: async ({ signal }): Promise<HrPlace[]> => {
      try {
        const query = { level, ...(within === null ? {} : { within }) };
        return (await callServer(hrAddress, { query, signal })).data;
      } catch (failure) {
        if (failure instanceof CallRefused && NO_HELP.has(failure.problem.code)) return [];
        throw failure;
      }
    },
    staleTime: 600_000,
    retry: false,
  });
}
