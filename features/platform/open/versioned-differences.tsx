// The list of differences, for screens of other rooms.
export { DifferenceList } from '../versioned/difference-list.tsx'
