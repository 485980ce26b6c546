import type { Job } from '../../frame/serve.ts'
import { messageChannels } from '../../platform/verification/contract.ts'
import { sendDue } from './send.ts'

export default messageChannels.map((channel) => ({
  name: `tell of alarms by ${channel}`,
  everyMs: 1000,
  run: (platform) => sendDue(channel, platform),
})) satisfies Job[]
