// Where every way of signing in goes afterwards.
export { safeTarget } from './form-rules.ts'
