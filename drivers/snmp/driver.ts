// SNMP, the half that does I/O. The first session loads the library; a gateway without SNMP never does.
import type { TagOpener } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { errorStatus, loginFault } from './faults.ts'
import type { SnmpParams } from './params.ts'

/** Each agent has it; any answer shows that the agent is there and accepts the user. */
const sysUpTime = '1.3.6.1.2.1.1.3.0'

export const opener: TagOpener<SnmpParams> = {
  async open(params, signal) {
    const [{ SnmpClient }, { SnmpSession }] = await Promise.all([import('./client.ts'), import('./session.ts')])
    const client = await SnmpClient.open(params, signal).catch((error: unknown) => {
      throw faultOf(error).asBroken()
    })
    const onAbort = () => client.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal.aborted) throw closedFault()
      const answer = await client.get([sysUpTime], params)
      if ('status' in answer && answer.status === errorStatus.authorization) throw loginFault('authorizationError')
      return new SnmpSession(client)
    } catch (error) {
      client.close()
      throw faultOf(error).asBroken()
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  },
}
