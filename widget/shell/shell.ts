/** What opens dialogs and shows the first look of one. Fetched on the first intent; the dialogs' own code imports it too. */
export { dress, readDirection } from '../modal/brand.ts';
export { labelsFor } from '../modal/labels.ts';
export { fieldName, signupFields, visibleFields } from '../modal/site-fields.ts';
export { createDialogs } from './dialogs.ts';
export { press } from './press.ts';
export { adoptSheet, buildStage } from './stage.ts';
