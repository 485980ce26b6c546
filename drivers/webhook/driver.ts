// Webhooks, the half that does I/O.
import type { TagOpener } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import type { WebhookParams } from './params.ts'
import { WebhookSession } from './session.ts'

export const opener: TagOpener<WebhookParams> = {
  /** Listens at the port; drivers with the same port share the session. */
  async open(params, signal) {
    const session = await WebhookSession.open(params).catch((error: unknown) => {
      throw faultOf(error).asBroken()
    })
    if (!signal.aborted) return session
    await session.close()
    throw closedFault()
  },
}
