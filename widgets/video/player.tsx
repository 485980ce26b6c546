// The player of one stream, with a cover while the picture is not live.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatAge } from '../../ui/format.ts'
import { useLanguage } from '../../ui/language.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { useRefused } from '../frame/use-refused.ts'
import { type Playing, play } from './play.ts'
import type { Stream } from './rules.ts'
import { videoText } from './text.ts'

export type Look = { fit: 'contain' | 'cover' | 'fill'; flipX: boolean; flipY: boolean }

/** The cover while the picture is not live. */
function State({ playing: { motion, movedAt } }: { playing: Playing }) {
  const t = useText(videoText)
  const language = useLanguage()
  useNow()
  if (motion === 'opening') return <p className="video-state">{t('opening')}</p>
  if (motion !== 'still' && motion !== 'lost') return null
  const age = formatAge(Date.now() - movedAt, language)
  return (
    <p className="widget-old" role="alert">
      {t(motion, { age })}
    </p>
  )
}

/** Replaces a video that has not been started. */
export function Wait({ onPlay }: { onPlay: () => void }) {
  const t = useText(videoText)
  return (
    <div className="video-wait">
      <PlainAct icon="play" onClick={onPlay}>
        {t('play')}
      </PlainAct>
    </div>
  )
}

export function Player({
  stream: { url, kind },
  look,
  label,
  loop,
  onLost,
  children,
}: {
  stream: Stream
  look: Look
  label: string
  loop: boolean
  /** Reports whether the stream cannot be played at the moment. */
  onLost?: (isLost: boolean) => void
  children?: ReactNode
}) {
  const t = useText(videoText)
  const [playing, setPlaying] = useState<Playing>({ motion: 'opening', movedAt: 0 })
  const ref = useRef<HTMLVideoElement>(null)
  const site = new URL(url).origin
  const isRefused = useRefused(site, ['media-src', 'connect-src'])
  const heard = useRef(onLost)
  heard.current = onLost
  useEffect(() => {
    if (!ref.current || isRefused) return undefined
    setPlaying({ motion: 'opening', movedAt: Date.now() })
    return play(ref.current, { url, kind }, (now) => {
      setPlaying(now)
      heard.current?.(now.motion === 'lost')
    })
  }, [url, kind, isRefused])
  if (isRefused) return <WidgetNote isFault>{t('notAllowed', { site })}</WidgetNote>
  const isOld = playing.motion === 'still' || playing.motion === 'lost'
  return (
    <>
      <video
        ref={ref}
        data-old={isOld ? '' : undefined}
        style={{ objectFit: look.fit, scale: `${look.flipX ? -1 : 1} ${look.flipY ? -1 : 1}` }}
        aria-label={label || t('atRun')}
        muted
        playsInline
        controls
        loop={loop}
        crossOrigin="anonymous"
      />
      <State playing={playing} />
      {children}
    </>
  )
}
