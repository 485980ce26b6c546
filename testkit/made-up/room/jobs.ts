import type { Job } from '../../../features/frame/serve.ts'
import { forgetNotes } from './store.ts'

export default [
  { name: 'forget old shift notes', everyMs: 1000, run: ({ db, now }) => forgetNotes(db, now()) },
] satisfies Job[]
