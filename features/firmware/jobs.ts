import type { Job } from '../serve.ts'
import { moveUpgrades } from './run.ts'

export default [{ name: 'upgrade gateways', everyMs: 2000, run: moveUpgrades }] satisfies Job[]
