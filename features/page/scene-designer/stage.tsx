// The scene in the middle of its editor: rotates, selects nodes, shows values on request.
import { useEffect, useMemo } from 'react'
import { bindsOf } from '../../../contract/page-document.ts'
import type { SceneContent } from '../../../contract/scene-document.ts'
import { useText } from '../../../ui/words.ts'
import { WidgetNote } from '../../../widgets/asked-note.tsx'
import { type Bound, boundsOf, manySlot } from '../../../widgets/binds.ts'
import { readingNow } from '../../../widgets/host/look.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { OpenScene } from '../../../widgets/scene/open-scene.ts'
import { type NodeSign, nodeFields } from '../../../widgets/scene/rules.ts'
import { usePress } from '../../../widgets/scene/scene-view.tsx'
import { sceneText } from '../../../widgets/scene/text.ts'
import { useScene, useShownNodes } from '../../../widgets/scene/use-scene.ts'
import type { Input } from '../../../widgets/widget.ts'

type Props = {
  model: ArrayBuffer
  content: SceneContent
  /** The values of the nodes; undefined: nodes are drawn without values. */
  values: ValueSource | undefined
  selected: string | undefined
  onSelect: (name: string | undefined) => void
  onOpen: (scene: OpenScene | undefined) => void
}

export function Stage({ model, content, values, selected, onSelect, onOpen }: Props) {
  const t = useText(sceneText)
  const { node, opened } = useScene({ model, isSpinning: false, isAlone: true, onLink: onSelect })
  const scene = typeof opened === 'string' ? undefined : opened
  useEffect(() => {
    onOpen(scene)
  }, [scene, onOpen])
  const inputs = useMemo(() => (values ? inputsOf(content, values) : []), [content, values])
  const signs = useMemo(() => signsOf(content), [content])
  useShownNodes(scene, inputs, signs)
  useEffect(() => {
    scene?.mark(selected)
  }, [scene, selected])
  const press = usePress((x, y) => onSelect(scene?.namesAt(x, y)[0]))
  return (
    <div className="scene-stage scene">
      <div ref={node} className="scene-view" {...press} />
      {typeof opened === 'string' && <WidgetNote isFault={opened !== 'opening'}>{t(opened)}</WidgetNote>}
    </div>
  )
}

const slot = manySlot({ en: '', 'zh-cn': '' }, { of: nodeFields, most: 1000, kinds: ['scene'] })

/**
 * The inputs of the scene, as on a page that shows it; variables that are missing or not visible to the author have no
 * cell.
 */
function inputsOf({ nodes }: SceneContent, values: ValueSource): Input[] {
  const sceneArray = nodes.flatMap(({ name, bindings }) =>
    bindings.map((binding) => ({ ...binding, sceneId: 'this', node: name })),
  )
  return boundsOf(slot, { sceneArray }).map((bound: Bound): Input => {
    const cell = values.cell(bound)
    return { ...bound, cell, read: () => readingNow(bound, values, cell?.read(), 'run') }
  })
}

const signsOf = ({ nodes }: SceneContent): NodeSign[] =>
  nodes.map(({ name, title, isTitled, clickEvent }) => ({
    ...{ node: name, title, isTitled, isLink: clickEvent?.enable === true },
  }))

/** The devices to which a scene is bound. */
export const devicesOf = ({ nodes }: SceneContent): number[] => bindsOf(nodes as never).equips
