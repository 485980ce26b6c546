// Variables of whatever visible devices, by their numbers, for whoever explains a value.
export { loadPlaced } from '../live/store.ts'
