// The live value beside what is being typed: a column of the sheet that nothing is typed into.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Column } from 'react-data-grid'
import { queryOf } from '../../contract/call.ts'
import { GatewayId } from '../../contract/fields.ts'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { planSync } from '../gateway/contract.ts'
import { useGatewayOf } from '../gateway/part-sync.tsx'
import { LiveCell, useLiveValues } from '../live/part-value.tsx'
import type { SheetRow } from './sheet.ts'
import { noLiveOf, notRunning, type Running } from './sheet-live.ts'
import { sheetLiveText } from './sheet-live-text.ts'
import type { Sheet } from './use-sheet.ts'

export const liveKey = 'live'

/** What the gateway of the device runs, as far as the platform knows. */
function useRunning({ id, sn, configVersion }: EquipmentInfo): { running: Running; standing: string } {
  const gateway = useGatewayOf(sn ? id : undefined)
  const consistency = gateway?.consistency ?? (sn ? 'unknown' : 'unbound')
  const asked = { id: gateway?.id ?? GatewayId.parse(1) }
  const { data } = useQuery({
    // Another version, or another configuration on the gateway, is another plan.
    queryKey: [...queryOf(planSync, asked).queryKey, configVersion, gateway?.gatewayHash, gateway?.platformHash],
    queryFn: queryOf(planSync, asked).queryFn,
    enabled: consistency === 'mismatch',
  })
  const running = consistency === 'mismatch' ? (data?.changes ?? 'unknown') : consistency
  return { running, standing: [sn, gateway?.state, gateway?.gatewayHash, configVersion].join(' ') }
}

/** The column; while the page stands the gateway streams what it runs. */
export function useLiveColumn(info: EquipmentInfo, sheet: Sheet, ghostKey: number | undefined): Column<SheetRow> {
  const t = useText(sheetLiveText)
  const { running, standing } = useRunning(info)
  const values = useLiveValues(info.id, standing)
  const { head, base } = sheet
  return useMemo(() => {
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
}
