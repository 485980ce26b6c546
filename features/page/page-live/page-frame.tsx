// The frame of a page: fits it, or on a small screen allows panning and zooming instead of clipping it.
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { firstScale, fitScale, type Size, zoomed } from './page-scale.ts'
import { pageLiveText } from './text.ts'
import { usePinch } from './use-pinch.ts'
import { useRoom } from './use-room.ts'

/** The frame around a page. `acts`: further buttons beside the zoom. */
export function PageFrame({
  size,
  isAlwaysFitted,
  isWall = false,
  acts,
  children,
}: {
  size: Size
  isAlwaysFitted: boolean
  /** Fits the whole page at any scale, without controls. */
  isWall?: boolean
  acts?: ReactNode
  children: ReactNode
}) {
  const t = useText(pageLiveText)
  const frame = useRef<HTMLDivElement>(null)
  const room = useRoom(frame)
  const [chosen, setChosen] = useState<number | null>(null)
  const [fit] = useSetting('scadaAdaption')
  const scale = isWall ? fitScale(size, room) : (chosen ?? firstScale(size, room, isAlwaysFitted ? 'whole' : fit))
  usePinch(frame, size, scale, setChosen)
  const fits = fitScale(size, room)
  return (
    <div
      className="page-frame"
      data-wall={isWall || undefined}
      style={{ '--page-ratio': size.width / size.height } as CSSProperties}
    >
      <div ref={frame} className="page-scroll">
        <div className="page-sheet" style={{ width: size.width * scale, height: size.height * scale }}>
          <div style={{ scale: String(scale), transformOrigin: '0 0', width: size.width, height: size.height }}>
            {children}
          </div>
        </div>
      </div>
      <div className="page-zoom" hidden={isWall}>
        {acts}
        <PlainAct disabled={zoomed(scale, -1) === scale} onClick={() => setChosen(zoomed(scale, -1))}>
          <span aria-hidden="true">−</span>
          <span className="unseen">{t('zoomOut')}</span>
        </PlainAct>
        <PlainAct onClick={() => setChosen(chosen === null && scale !== fits ? fits : null)}>
          {`${t('fit')} · ${Math.round(scale * 100)} %`}
        </PlainAct>
        <PlainAct disabled={zoomed(scale, 1) === scale} onClick={() => setChosen(zoomed(scale, 1))}>
          <span aria-hidden="true">+</span>
          <span className="unseen">{t('zoomIn')}</span>
        </PlainAct>
      </div>
    </div>
  )
}
