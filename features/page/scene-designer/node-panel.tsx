// The properties of a node: its title, its variables, the target of a click.
import { useMemo } from 'react'
import type { PageWidget } from '../../../contract/page-document.ts'
import type { SceneContent, SceneNode } from '../../../contract/scene-document.ts'
import type { Edit } from '../../../designer/panel/edit.ts'
import { Note, Row, Section } from '../../../designer/panel/row.tsx'
import { FlagBox, TextBox } from '../../../designer/panel/simple-boxes.tsx'
import { SlotSection } from '../../../designer/panel/slot-section.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { manySlot } from '../../../widgets/binds.ts'
import { nodeFields } from '../../../widgets/scene/rules.ts'
import { ClickSection } from './click-section.tsx'
import { nodeIn, roomFor, withNode } from './content.ts'
import { sceneDesignerText } from './text.ts'

const { node: _, ...fields } = nodeFields

type Props = {
  name: string
  content: SceneContent
  /** The model has no node of this name. */
  isLost: boolean
  onChange: (next: (content: SceneContent) => SceneContent, key: string) => void
}

export function NodePanel({ name, content, isLost, onChange }: Props) {
  const t = useText(sceneDesignerText)
  const node = nodeIn(content, name)
  const change = (next: (node: SceneNode) => SceneNode, key: string) =>
    onChange((now) => withNode(now, next(nodeIn(now, name))), `${name} ${key}`)
  return (
    <>
      <header className="panel-head">
        <b title={name}>{name}</b>
        <small>{t('node')}</small>
      </header>
      {isLost && (
        <>
          <Note>{t('lostNote')}</Note>
          <PlainAct kind="danger" onClick={() => change(() => nodeIn({ ...content, nodes: [] }, name), 'remove')}>
            {t('removeNode')}
          </PlainAct>
        </>
      )}
      <Section label={t('properties')}>
        <Row label={t('title')}>
          {(id) => (
            <TextBox
              id={id}
              maxLength={50}
              shared={{ value: node.title, isMixed: false }}
              onChange={(title) => change((now) => ({ ...now, title }), 'title')}
            />
          )}
        </Row>
        <Row label={t('isTitled')} isFlag>
          {(id) => (
            <FlagBox
              id={id}
              shared={{ value: node.isTitled, isMixed: false }}
              onChange={(isTitled) => change((now) => ({ ...now, isTitled }), 'isTitled')}
            />
          )}
        </Row>
      </Section>
      <Bindings node={node} room={roomFor(content, name)} onChange={change} />
      <ClickSection
        key={name}
        stored={node.clickEvent}
        onChange={(clickEvent, key) => change((now) => withClick(now, clickEvent), `click ${key}`)}
      />
    </>
  )
}

function withClick({ clickEvent: _before, ...node }: SceneNode, clickEvent: SceneNode['clickEvent']): SceneNode {
  return clickEvent ? { ...node, clickEvent } : node
}

type BindingsProps = {
  node: SceneNode
  room: number
  onChange: (next: (node: SceneNode) => SceneNode, key: string) => void
}

/** The variables of a node, edited like those of a widget. */
function Bindings({ node: { bindings }, room, onChange }: BindingsProps) {
  const slot = useMemo(
    () =>
      manySlot({ en: 'Variables', 'zh-cn': '变量' }, { of: fields, most: bindings.length + room, kinds: ['signal'] }),
    [bindings.length, room],
  )
  const asWidget = (array: SceneNode['bindings']): PageWidget => ({
    ...{ id: 'node', widgetType: 'Webgl', position: { x: 0, y: 0, width: 0, height: 0, rotate: 0 } },
    data: { signalArray: array },
  })
  const edit: Edit = {
    widgets: [asWidget(bindings)],
    onChange: (change, key) =>
      onChange((now) => {
        const { data } = change(asWidget(now.bindings))
        return { ...now, bindings: numbered((data?.signalArray ?? []) as SceneNode['bindings']) }
      }, key),
  }
  return <SlotSection edit={edit} bind={{ name: 'nodes', slot }} hasSingle={false} />
}

/** Numbers the bindings, so that versions can be compared. */
function numbered(bindings: SceneNode['bindings']): SceneNode['bindings'] {
  const known = new Set(bindings.map(({ id }) => id))
  let count = 0
  const next = () => {
    do count += 1
    while (known.has(`b${count}`))
    return `b${count}`
  }
  return bindings.map((binding) => (typeof binding.id === 'string' ? binding : { ...binding, id: next() }))
}
