// Differences as a list, for the screens of other rooms.
export { DifferenceList } from './difference-list.tsx'
