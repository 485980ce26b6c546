import type { Job } from '../../frame/serve.ts'
import { drive } from './drive.ts'

export default [{ name: 'go on with rollouts', everyMs: 1000, run: drive }] satisfies Job[]
