// What every file of stored values has in common: the clock of a zone, and that an organisation writes only a few files at
// once.
export { type DeviceClock, deviceClock } from '../history/device-clock.ts'
export { jobs as exportJobs } from '../history/export.ts'
