// Only the sheets of the Mantine components in use, in their cascade layer, so that CSS modules always win.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import './tokens.css';
import './base.css';
