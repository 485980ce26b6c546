// Variables of all devices that the author may see, for other designers.
export { variableSource } from './use-sources.ts'
