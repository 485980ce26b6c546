// Variables of visible devices by id, for explanations of values.
export { loadPlaced } from '../live/store.ts'
