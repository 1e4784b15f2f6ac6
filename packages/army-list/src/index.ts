export * from './army-list.js';
export { addOption, startUnit } from './lines.js';
export { ROSTER_FOOTER, readArmyListText } from './read-text.js';
export { isUsualHeading } from './regiments-text.js';
