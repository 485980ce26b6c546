// Differences as a list, for the screens of other rooms.
export { DifferenceList } from '../versioned/difference-list.tsx'
