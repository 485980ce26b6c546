// A 3D scene with nodes driven by values: pumps turn, levels rise, active nodes are coloured. [S3 Webgl]
import { useMemo } from 'react'
import { ApiError } from '../../contract/call.ts'
import { errorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { manySlot } from '../binds.ts'
import { colourField, flagField, textField, type ValuesOf } from '../fields.ts'
import { nodeFields } from '../scene/rules.ts'
import { SceneView } from '../scene/scene-view.tsx'
import { sceneText } from '../scene/text.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, widget } from '../widget.ts'

/** Maximum number of bound nodes: each binding of the widget and of the scene is evaluated in every frame. */
const mostNodes = limits.sceneBindings

const data = {
  /** The key of the scene, see features/page/scene. */
  scene: textField('', { section: 'content', label: { en: '3D scene', 'zh-cn': '3D 场景' } }),
  spin: flagField(false, { section: 'behaviour', label: { en: 'Auto-rotate', 'zh-cn': '自动环绕' } }),
}

const style = {
  fill: colourField('', { section: 'fill', label: { en: 'Background', 'zh-cn': '背景' } }),
}

type Of = { of: ValuesOf<typeof data> } & Pick<DrawProps, 'host' | 'inputs' | 'mode'>

function Asked({ of: { scene, spin }, host, inputs, mode }: Of) {
  const t = useText(sceneText)
  const asked = useAsked({
    ...{ host, service: 'scenes', key: mode === 'run' && scene !== '' ? scene : null },
    ask: (scenes, ending) => scenes.model({ key: scene }, ending),
  })
  const shown = useAsked({
    ...{ host, service: 'scenes', key: mode === 'run' && scene !== '' ? scene : null },
    ask: (scenes, ending) => scenes.shown({ key: scene }, ending),
  })
  const nodes = useMemo(() => inputs('nodes'), [inputs])
  if (scene === '') return <WidgetNote>{t('noScene')}</WidgetNote>
  if (mode !== 'run') return <WidgetNote>{t('atRun')}</WidgetNote>
  if (asked.error instanceof ApiError && asked.error.code === errorCode('notFound'))
    return <WidgetNote isFault>{t('gone')}</WidgetNote>
  // Waits for the initial view and the clicks: otherwise the scene would jump when they arrive.
  if (!asked.data) return <AskedNote asked={asked} />
  if (!shown.data) return <AskedNote asked={shown} />
  return (
    <SceneView
      model={asked.data}
      inputs={nodes}
      isSpinning={spin}
      shown={shown.data}
      words={host.words}
      onClick={host.act}
    />
  )
}

export default widget({
  family: 'usual',
  word: 'Webgl',
  name: { en: '3D scene', 'zh-cn': '3D 场景' },
  size: { width: 480, height: 320 },
  style,
  data,
  binds: {
    nodes: manySlot(
      { en: 'Nodes', 'zh-cn': '节点' },
      { of: nodeFields, most: 2 * mostNodes, kinds: ['signal', 'mvar', 'system', 'scene'] },
    ),
  },
  Draw: ({ data: of, host, inputs, mode }) => (
    <section className="scene">
      <Asked of={of} host={host} inputs={inputs} mode={mode} />
    </section>
  ),
})
