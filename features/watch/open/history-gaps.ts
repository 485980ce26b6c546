// The longest time between stored readings, for deciding whether a reading is still valid.
export { gapsOf } from '../history/series-gaps.ts'
