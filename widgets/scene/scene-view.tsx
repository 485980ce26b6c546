// A 3D scene on a running page, with values, click actions of its nodes, and camera views.
import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { joinWords } from '../../ui/punctuation.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import type { Click } from '../host/click-event.ts'
import type { SceneShown } from '../services.ts'
import type { Input } from '../widget.ts'
import { clicksOf } from './clicks.ts'
import type { OpenScene } from './open-scene.ts'
import type { NodeSign } from './rules.ts'
import { sceneText } from './text.ts'
import { useScene, useShownNodes } from './use-scene.ts'
import './scene.css'

type Props = {
  model: ArrayBuffer
  inputs: readonly Input[]
  isSpinning: boolean
  shown?: SceneShown | undefined
  /** Translates a text of the scene into the viewer's language. */
  words?: (source: string) => string
  onClick?: (click: Click) => void
}

export function SceneView({ model, inputs, isSpinning, shown, words = String, onClick }: Props) {
  const t = useText(sceneText)
  const clicks = useMemo(() => clicksOf(shown), [shown])
  const act = (name: string | undefined) => {
    const click = name === undefined ? undefined : clicks.get(name)
    if (click) onClick?.(click)
  }
  const { node, opened } = useScene({ model, isSpinning, onLink: act })
  const scene = typeof opened === 'string' ? undefined : opened
  const signs = useMemo(() => signsOf(shown, clicks, words), [shown, clicks, words])
  useShownNodes(scene, inputs, signs)
  useEffect(() => {
    const start = shown?.views.find(({ id }) => id === shown.startView)
    if (start) scene?.look(start)
  }, [scene, shown])
  const press = usePress((x, y) => act(scene?.namesAt(x, y).find((name) => clicks.has(name))))
  const missing =
    scene && [...new Set(inputs.map(({ fields }) => String(fields.node)))].filter((name) => !scene.names.has(name))
  return (
    <>
      <div ref={node} className="scene-view" {...(clicks.size > 0 ? press : {})} />
      {typeof opened === 'string' && <WidgetNote isFault={opened !== 'opening'}>{t(opened)}</WidgetNote>}
      {scene && shown && shown.views.length > 0 && <Views scene={scene} views={shown.views} words={words} />}
      {missing && missing.length > 0 && (
        <p className="widget-old" role="alert">
          {t('missing', { names: joinWords(missing) })}
        </p>
      )}
    </>
  )
}

const signsOf = (
  shown: SceneShown | undefined,
  clicks: ReadonlyMap<string, Click>,
  words: (source: string) => string,
): NodeSign[] =>
  (shown?.nodes ?? []).map(({ name, title, isTitled }) => ({
    ...{ node: name, title: title && words(title), isTitled, isLink: clicks.has(name) },
  }))

function Views({
  scene,
  views,
  words,
}: {
  scene: OpenScene
  views: SceneShown['views']
  words: (source: string) => string
}) {
  const t = useText(sceneText)
  return (
    <div className="scene-views" role="toolbar" aria-label={t('views')}>
      <button type="button" onClick={() => scene.look(undefined)}>
        {t('whole')}
      </button>
      {views.map((view) => (
        <button key={view.id} type="button" onClick={() => scene.look(view)}>
          {words(view.name)}
        </button>
      ))}
    </div>
  )
}

/** A pointer that moves further turns the scene. */
const stillPx = 4

/** A press without turning the scene. */
export function usePress(onPress: (x: number, y: number) => void) {
  const began = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown({ clientX: x, clientY: y, button }: PointerEvent) {
      began.current = button === 0 ? { x, y } : undefined
    },
    onPointerUp({ clientX: x, clientY: y, target }: PointerEvent) {
      const from = began.current
      began.current = undefined
      const isOnScene = (target as Element).localName === 'canvas'
      if (from && isOnScene && Math.hypot(x - from.x, y - from.y) <= stillPx) onPress(x, y)
    },
  }
}
