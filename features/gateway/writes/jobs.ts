import type { Job } from '../../frame/serve.ts'
import { gatewayWrites } from './contract.ts'

export default [
  { name: 'log writes of gateways after an outage', everyMs: 10_000, run: ({ use }) => use(gatewayWrites).retry() },
] satisfies Job[]
