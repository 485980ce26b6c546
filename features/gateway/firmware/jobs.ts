import type { Job } from '../../frame/serve.ts'
import { moveUpgrades } from './run.ts'

export default [{ name: 'upgrade gateways', everyMs: 2000, run: moveUpgrades }] satisfies Job[]
