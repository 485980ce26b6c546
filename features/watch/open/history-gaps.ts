// How far apart stored readings are at most, for whoever decides whether one still counts.
export { gapsOf } from '../history/series-gaps.ts'
