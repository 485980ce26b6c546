// The read-only column of live values in the sheet.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Column } from 'react-data-grid'
import { queryOf } from '../../../contract/call.ts'
import { GatewayId } from '../../../contract/fields.ts'
import { useText } from '../../../ui/words.ts'
import { gatewayInfo, planSync } from '../../gateway/gateway/contract.ts'
import { useGatewayOf } from '../../gateway/open/gateway-sync.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { liveGatewayInfo } from '../live/contract.ts'
import { LiveCell, useLiveValues } from '../open/live-value.tsx'
import type { SheetRow } from './sheet.ts'
import { noLiveOf, notRunning, type Running, runsDriver } from './sheet-live.ts'
import { sheetLiveText } from './sheet-live-text.ts'
import type { Sheet } from './use-sheet.ts'

const liveKey = 'live'

/** The known differences between the saved configuration and the one that the gateway runs. */
function useRunning({ id, sn, configVersion }: EquipmentInfo): { running: Running; standing: string } {
  const gateway = useGatewayOf(sn ? id : undefined)
  const consistency = gateway?.consistency ?? (sn ? 'unknown' : 'unbound')
  const asked = { id: gateway?.id ?? GatewayId.parse(1) }
  const { data } = useQuery({
    // A new version, or a new configuration on the gateway, needs a new plan.
    queryKey: [...queryOf(planSync, asked).queryKey, configVersion, gateway?.gatewayHash, gateway?.platformHash],
    queryFn: queryOf(planSync, asked).queryFn,
    enabled: consistency === 'mismatch',
  })
  const running = consistency === 'mismatch' ? (data?.changes ?? 'unknown') : consistency
  return { running, standing: [sn, gateway?.state, gateway?.gatewayHash, configVersion].join(' ') }
}

/**
 * The live socket reports a gateway's connection immediately; reload queries that would poll only every few seconds.
 */
function useTold(isReachable: boolean | undefined): void {
  const cache = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => {
    for (const { path } of [gatewayInfo, liveGatewayInfo]) void cache.invalidateQueries({ queryKey: [path] })
  }, [cache, isReachable])
}

/**
 * The column of live values, which streams while mounted; and the fault of a driver's connection, if the gateway runs
 * that driver as saved.
 */
export function useLiveColumn(
  info: EquipmentInfo,
  sheet: Sheet,
  ghostKey: number | undefined,
): { column: Column<SheetRow> | undefined; plcFaultOf: (driver: { id: number; name: string }) => number | undefined } {
  const t = useText(sheetLiveText)
  const { running, standing } = useRunning(info)
  const values = useLiveValues(info.isTemplate ? undefined : info.id, standing)
  useTold(values?.around.isReachable)
  const { head, base } = sheet
  const column = useMemo((): Column<SheetRow> => {
    const saved = new Map(base.map((row) => [row.key, row]))
    const signals = new Map(head.config.signals.map((signal) => [signal.id as number, signal]))
    const known = { isBound: running !== 'unbound', waiting: notRunning(head.config, running) }
    const cell = (row: SheetRow) => {
      if (row.key === ghostKey) return null
      const why = noLiveOf(row, saved.get(row.key), known)
      if (why) return <span className="sheet-none">{t(why)}</span>
      const { dataType, decimals, unit, texts } = signals.get(row.key) ?? {}
      const written = {
        decimals: decimals ?? null,
        unit: unit ?? null,
        texts: texts ?? null,
        ...(dataType ? { dataType } : {}),
      }
      return values ? <LiveCell id={row.key} written={written} values={values} /> : null
    }
    return {
      key: liveKey,
      name: t('value'),
      width: 128,
      frozen: true,
      resizable: true,
      headerCellClass: 'sheet-right',
      cellClass: 'sheet-right sheet-live',
      renderCell: ({ row }) => cell(row),
    }
  }, [t, base, head, running, values, ghostKey])
  const plcFaultOf = ({ id, name }: { id: number; name: string }) =>
    runsDriver(running, name) ? values?.unconnected.get(id) : undefined
  return { column: info.isTemplate ? undefined : column, plcFaultOf }
}
