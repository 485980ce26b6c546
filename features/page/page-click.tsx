// What a click on a widget does on a live page: writes after confirmation, opens a page or a link. [S3 Click event]
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { queryOf } from '../../contract/call.ts'
import { signalOf } from '../../contract/page-document.ts'
import { useMay } from '../../ui/me.ts'
import { usePlace } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { uiText } from '../../ui/text.ts'
import { type Click, isSafeLink } from '../../widgets/host/click-event.ts'
import { WriteDialog } from '../command/part-write.tsx'
import { equipmentInfo } from '../equipment/contract.ts'
import { usePastWords } from '../history/part-past.tsx'
import { useAround } from '../live/part-around.ts'
import { useMonitoringState } from '../live/part-monitoring.ts'
import { useSignalRefusal } from '../live/part-refusal.ts'
import { useName } from '../translation/part-name.ts'
import type { PageMonitoring, WatchedDevice } from './use-page-values.ts'

/** Opens what a click leads to; `writing` is the write that it asks for. `openPage`: another page is shown in place. */
export function useClicks(openPage?: (id: number) => void): {
  onClick: (click: Click) => void
  writing: Click | null
  endWriting: () => void
} {
  const { go } = usePlace()
  const [writing, setWriting] = useState<Click | null>(null)
  const onClick = useCallback(
    (click: Click) => {
      if (click.action === 'write') return setWriting(click)
      const isPage = click.action === 'page'
      if (isPage && openPage) return openPage(Number(click.pageId))
      const to = isPage
        ? pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId: click.pageId, alarm: 0 })
        : click.link
      if (!isSafeLink(to)) return undefined
      if (click.target === '_self' && to.startsWith('/')) return go(to)
      if (click.target === '_self') return window.location.assign(to)
      const { width, height, left, top } = click
      const box = `noopener,width=${width},height=${height},left=${left},top=${top}`
      window.open(to, '_blank', click.target === 'window' ? box : 'noopener')
      return undefined
    },
    [go, openPage],
  )
  return { onClick, writing, endWriting: () => setWriting(null) }
}

/** The dialog of the write that a click asks for: with its value, its limits and its target, to be confirmed. */
export function ClickWrite({
  click,
  watching,
  isPast,
  deviceName,
  onClose,
}: {
  click: Click
  watching: PageMonitoring
  isPast: boolean
  /** Where it is known, it is not asked for. */
  deviceName?: string | undefined
  onClose: () => void
}) {
  const device = watching.devices.find(({ equipmentId }) => equipmentId === Number(click.bound?.binding.equipId))
  return device ? <Dialog {...{ click, device, watching, isPast, deviceName, onClose }} /> : null
}

function Dialog({
  click,
  device: { equipmentId, monitoring },
  watching,
  isPast,
  deviceName,
  onClose,
}: Parameters<typeof ClickWrite>[0] & { device: WatchedDevice }) {
  const { noWrite } = usePastWords()
  const mayWrite = useMay()('signal:write')
  const name = useName()
  const asked = useQuery({ ...queryOf(equipmentInfo, { id: equipmentId }), enabled: deviceName === undefined })
  const known = deviceName ?? asked.data?.name
  const state = useMonitoringState(monitoring)
  const refusalOf = useSignalRefusal(state)
  const around = useAround(state)
  const id = click.bound && signalOf(click.bound.binding)
  const signal = state?.signals?.find((each) => each.id === id)
  if (!signal || known === undefined) return null
  const mayNot = mayWrite ? undefined : uiText.t('noPermission')
  return (
    <WriteDialog
      equipment={{ id: equipmentId, name: name(known) }}
      signals={[{ ...signal, title: name(signal.title) }]}
      first={id}
      preset={click.writeValue}
      why={mayNot ?? (isPast ? noWrite : refusalOf(signal))}
      source={watching.source}
      around={around}
      onClose={onClose}
    />
  )
}
