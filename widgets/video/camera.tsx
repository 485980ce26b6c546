// An EZVIZ camera: its stream from the platform, or the reserve address, or the reason for neither.
import { useState } from 'react'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import type { PageHost } from '../host/page-host.ts'
import { CameraControls } from './controls.tsx'
import { type Look, Player, Wait } from './player.tsx'
import { streamAt } from './rules.ts'
import { videoText } from './text.ts'
import { useCamera } from './use-camera.ts'

type Of = { text: string; auto: boolean; loop: boolean }

const here = () => globalThis.location?.href ?? 'https://none.invalid'

export function Camera({
  host,
  widgetId,
  of,
  look,
  reserve,
}: {
  host: PageHost
  widgetId: string
  of: Of
  look: Look
  /** Played while the provider is unavailable; empty: none. */
  reserve: string
}) {
  const t = useText(videoText)
  const [isWanted, setWanted] = useState(of.auto)
  const { stream, error, tellLost } = useCamera(host, widgetId, isWanted)
  if (!isWanted) return <Wait onPlay={() => setWanted(true)} />
  const shown = { look, label: of.text, loop: of.loop }
  const live = stream && streamAt(stream.url, here())
  if (live && typeof live !== 'string')
    return (
      <Player key={live.url} stream={live} {...shown} onLost={tellLost}>
        {(stream.mayTurn || stream.mayTalk) && (
          <CameraControls {...{ host, widgetId, label: of.text, mayTurn: stream.mayTurn, mayTalk: stream.mayTalk }} />
        )}
      </Player>
    )
  if (live) return <WidgetNote isFault>{t(live)}</WidgetNote>
  if (error === undefined) return <p className="video-state">{t('asking')}</p>
  const reason = reasonOf(error) || t('notHere')
  const other = streamAt(reserve, here())
  if (typeof other === 'string') return <WidgetNote isFault>{t('noCamera', { reason })}</WidgetNote>
  return (
    <Player key={other.url} stream={other} {...shown}>
      <p className="video-reserve" role="status" title={reason}>
        {t('reserve', { reason })}
      </p>
    </Player>
  )
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '')
