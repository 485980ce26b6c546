// Shared parts of files with stored values: the clock of a zone, and the limit of simultaneous exports per
// organisation.
export { deviceClock } from '../history-export/device-clock.ts'
export { jobs as exportJobs } from '../history-export/export.ts'
