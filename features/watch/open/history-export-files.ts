// Files with stored values, for other rooms: a report as a file, the clock of a zone, and the limit of simultaneous
// exports per organisation.
export { deviceClock } from '../history-export/device-clock.ts'
export { jobs as exportJobs, openExport as storedFile } from '../history-export/export.ts'
