// Opens the live stream of a gateway, for a device or a project.
import { fail } from '../../../contract/errors.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { openStream } from '../../frame/spine-services.ts'
import { cannotCommand } from '../../gateway/gateway/rules.ts'

type Gateway = { sn: string } & Parameters<typeof cannotCommand>[0]

/** Opens live monitoring. `interval` and `delay` in seconds. Throws the reason if the gateway cannot stream. */
export async function openLive(
  gateway: Gateway,
  { interval, delay }: { interval: number; delay: number },
  call: Pick<OpenCall, 'use'>,
): Promise<{ online: true }> {
  const refused = cannotCommand(gateway)
  if (refused) throw fail(refused)
  // If the broker is unreachable, the gateway counts as unreachable.
  await call
    .use(openStream)(gateway.sn, { intervalMs: Math.round(interval * 1000), delayS: delay })
    .catch(() => {
      throw fail('gatewayOffline')
    })
  return { online: true }
}
