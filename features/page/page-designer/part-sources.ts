// Variables of all devices that an author sees, for other designers.
export { variableSource } from './use-sources.ts'
