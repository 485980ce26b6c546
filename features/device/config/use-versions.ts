// Versions of a device's configuration, for the drawer that lists, compares and restores them.
import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../../contract/call.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import type { Versioned } from '../../platform/open/versioned-list.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { queryConfig, queryVersions, restoreVersion } from './contract.ts'
import { configText } from './text.ts'

type Of = {
  info: Pick<EquipmentInfo, 'id' | 'name' | 'zone'>
  newest: number
  hasEdits: boolean
  onRestored: () => Promise<unknown>
}

export function useVersions({ info, newest, hasEdits, onRestored }: Of): Versioned {
  const t = useText(configText)
  const equipmentId = info.id
  const zone = useZoneOf(info)
  const { data, error, refetch } = useQuery(queryOf(queryVersions, { equipmentId }))
  const lines = data?.map((head) => ({
    ...head,
    counts: `${t('drivers')} ${head.drivers} · ${t('signals')} ${head.signals} · ${t('reports')} ${head.reports} · ${t('alarms')} ${head.alarms}`,
  }))
  return {
    ...{ key: [queryVersions.path, equipmentId], name: info.name, newest, zone, may: 'equipment:edit' },
    lines: { data: lines, error, refetch: refetch as Versioned['lines']['refetch'] },
    read: async (version) => (await call(queryConfig, { equipmentId, version })).config,
    viewOf: async () => configView,
    why: hasEdits && t('restoreUnsaved'),
    note: t('restoreNote'),
    restore: async (version, message) => {
      await call(restoreVersion, { equipmentId, version: newest, restore: version, message })
      await onRestored()
    },
  }
}
