// Writes to devices, for time lines of other rooms, which check the permission for the log first.
export { nextWrite, writesWithin } from '../operation-log/write-store.ts'
