// What was written to devices, for the time lines of others; who may see the log is asked before.
export { nextWrite, writesWithin } from '../operation-log/write-store.ts'
