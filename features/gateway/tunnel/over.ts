// Ends a remote download, whatever the cause: updates its row, and writes its log line with bytes and duration.
import type { TunnelEnd } from '../../../contract/tunnel.ts'
import type { Platform } from '../../frame/serve.ts'
import { finishTunnel } from './store.ts'

type Ended = { why: TunnelEnd; code: number | null; bytesUp: number; bytesDown: number }

export async function endTunnel(
  id: number,
  { why, code, bytesUp, bytesDown }: Ended,
  { db, recordAs, now }: Pick<Platform, 'db' | 'recordAs' | 'now'>,
): Promise<void> {
  const at = now()
  const ended = await finishTunnel(db, id, { why, code, bytesUp, bytesDown, at })
  if (!ended) return
  const { orgId, accountId, loginname, ip, equipmentId, device, host, port, openedAt } = ended
  const seconds = openedAt === null ? 0 : Math.round((at - openedAt) / 1000)
  await recordAs(
    { orgId, accountId, loginname, ip },
    {
      act: 'endTunnel',
      object: { type: 'equipment', id: equipmentId, name: device },
      after: { target: `${host}:${port}`, why, seconds, bytesUp, bytesDown },
      ...(code === null ? {} : { code, result: 'failure' }),
    },
  )
}
