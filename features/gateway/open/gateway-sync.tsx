// Consistency of gateway and platform, and the synchronisation. [S4 Config consistency]
// For use by other rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import '../gateway/gateway.css'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { MatchMark, useMatch } from '../../../ui/marks.tsx'
import { Tag } from '../../../ui/page-header.tsx'
import { useReason } from '../../../ui/reason.ts'
import { useText } from '../../../ui/words.ts'
import { type GatewayInfo, type GatewayRow, gatewayInfo } from '../gateway/contract.ts'
import { cannotCommand, cannotSync, strengthNow } from '../gateway/rules.ts'
import { SyncDialog } from '../gateway/sync-dialog.tsx'
import { gatewayText } from '../gateway/text.ts'

/** The gateway of a device, refreshed while on screen; undefined without a device. */
export function useGatewayOf(equipmentId: EquipmentId | undefined): GatewayInfo | undefined {
  const { data } = useQuery({
    ...queryOf(gatewayInfo, { equipmentId: equipmentId ?? (0 as EquipmentId) }),
    enabled: equipmentId !== undefined,
    refetchInterval: limits.socketReconnectMs,
  })
  return equipmentId === undefined ? undefined : data
}

/** The mark of a gateway's consistency, which is unknown while the platform is unreachable. */
export function ConsistencyMark({ of }: { of: GatewayRow['consistency'] }) {
  const t = useText(gatewayText)
  const shown = useMatch(of)
  return <MatchMark of={shown}>{t(shown === 'unbound' ? 'unboundData' : shown)}</MatchMark>
}

export function GatewayTags({ gateway }: { gateway: GatewayInfo }) {
  const { sn, consistency } = gateway
  const percent = strengthNow(gateway)
  const t = useText(gatewayText)
  const strength = percent === null ? '' : ` · ${t('strengthOf', { percent })}`
  return (
    <>
      <Tag minor>{sn + strength}</Tag>
      <ConsistencyMark of={consistency} />
    </>
  )
}

/** Opens the dialog; the button shows why it is disabled. A matching configuration can still be viewed. */
export function SyncAct({
  gateway,
  link = false,
  begun = false,
  onClosed,
}: {
  gateway: GatewayRow
  link?: boolean
  /** The dialog is open from the start. */
  begun?: boolean
  onClosed?: () => void
}) {
  const t = useText(gatewayText)
  const reason = useReason()
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClosed?.()
  }
  const { consistency } = gateway
  const fault = consistency === 'match' ? cannotCommand(gateway) : cannotSync(gateway, false)
  const kind = link ? 'link' : consistency === 'mismatch' && !fault ? 'primary' : 'plain'
  return (
    <>
      <Act
        kind={kind}
        {...(link ? {} : { icon: 'refresh' as const })}
        may="gateway:edit"
        why={reason(fault)}
        onClick={() => setOpen(true)}
      >
        {t('sync')}
      </Act>
      {(open || begun) && <SyncDialog gateway={gateway} onClose={close} />}
    </>
  )
}
