// The frame of the designer: bars at the top, nodes on the left, the scene in the middle, properties on the right.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Switch, Tool } from '../../../designer/tool-button.tsx'
import { Act } from '../../../ui/act.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader, Tag } from '../../../ui/page-header.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import type { OpenScene } from '../../../widgets/scene/open-scene.ts'
import { HelpMark } from '../../platform/open/help-mark.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { type Versioned, VersionsDrawer } from '../../platform/open/versioned-list.tsx'
import { querySceneVersions, restoreSceneConfig, type SceneConfig, sceneConfig } from '../scene/contract.ts'
import { countBindings } from './content.ts'
import { sceneView } from './content-view.ts'
import { NodeList } from './node-list.tsx'
import { NodePanel } from './node-panel.tsx'
import { Stage } from './stage.tsx'
import { sceneDesignerText } from './text.ts'
import type { Editor } from './use-editing.ts'
import { ViewsPanel } from './views-panel.tsx'

type Props = {
  editor: Editor
  config: SceneConfig
  model: ArrayBuffer
  values: ValueSource | undefined
  /** The address of the list of scenes. */
  list: string
  onReload: () => Promise<unknown>
  children: ReactNode
}

export function Frame({ editor, config, model, values, list, onReload, children }: Props) {
  const t = useText(sceneDesignerText)
  const name = useName()(config.scene.name)
  const { state, unsaved, change } = editor
  const { content } = state
  const [message, setMessage] = useState('')
  const [hasVersions, setVersions] = useState(false)
  const [isLive, setLive] = useState(true)
  const [selected, setSelected] = useState<string>()
  const [scene, setScene] = useState<OpenScene>()
  const start = content.views.find(({ id }) => id === content.startView)
  const begun = useRef(false)
  useEffect(() => {
    if (scene && start && !begun.current) scene.look(start)
    if (scene) begun.current = true
  }, [scene, start])
  const save = () => {
    if (unsaved && !editor.busy) void editor.save(message.trim()).then((isSaved) => isSaved && setMessage(''))
  }
  useLeaveGuard(unsaved && name, { note: t('leaveNote') })
  useKeys({ save, undo: editor.undo, redo: editor.redo, leave: () => setSelected(undefined) })
  useWindowName(name)
  return (
    <>
      <PageHeader
        title={name}
        above={{ to: list, label: t('back') }}
        tags={
          <Tag>
            {editor.version === 0
              ? t(unsaved ? 'firstUnsaved' : 'first')
              : t(unsaved ? 'unsaved' : 'version', { version: editor.version })}
          </Tag>
        }
      >
        <input
          type="text"
          className="scene-message"
          aria-label={t('message')}
          placeholder={t('message')}
          maxLength={limits.versionMessageLength}
          autoComplete="off"
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <HelpMark apart />
        <Act onClick={() => setVersions(true)}>{t('versions')}</Act>
        <Act kind="primary" may="scene:edit" sends busy={editor.busy} why={!unsaved && t('nothing')} onClick={save}>
          {t('save')}
        </Act>
      </PageHeader>
      {children}
      <div className="designer">
        <div className="designer-bar" role="toolbar" aria-label={t('tools')}>
          <div className="designer-part">
            <Tool icon="undo" label={t('undo')} isOff={state.past.length === 0} onClick={editor.undo} />
            <Tool icon="redo" label={t('redo')} isOff={state.future.length === 0} onClick={editor.redo} />
          </div>
          <div className="designer-part designer-shown">
            {content.views.map((view) => (
              <button key={view.id} type="button" className="designer-switch" onClick={() => scene?.look(view)}>
                {view.name}
              </button>
            ))}
            <button type="button" className="designer-switch" onClick={() => scene?.look(undefined)}>
              {t('fit')}
            </button>
            <Switch label={t('live')} isOn={isLive} onClick={() => setLive(!isLive)} />
          </div>
        </div>
        <div className="designer-main">
          <aside className="designer-side">
            <NodeList tree={scene?.tree} {...{ content, selected }} onSelect={setSelected} />
          </aside>
          <div className="designer-drop">
            <Stage
              {...{ model, content, selected }}
              values={isLive ? values : undefined}
              onSelect={setSelected}
              onOpen={setScene}
            />
          </div>
          <aside className="designer-panel">
            <section className="panel" aria-label={t('properties')}>
              <div key={selected ?? ''} className="panel-body">
                {selected === undefined ? (
                  <ViewsPanel {...{ scene, content }} onChange={change} />
                ) : (
                  <NodePanel
                    {...{ content }}
                    name={selected}
                    isLost={scene !== undefined && !scene.names.has(selected)}
                    onChange={change}
                  />
                )}
              </div>
            </section>
          </aside>
        </div>
        <footer className="designer-counts">
          <span>
            {t('counted', {
              nodes: config.scene.nodes.length,
              bindings: countBindings(content),
              most: limits.sceneBindings,
            })}
          </span>
          <span>{t('turn')}</span>
          <span className="designer-counts-end">
            {t('steps', { count: state.past.length, most: limits.undoSteps })}
          </span>
        </footer>
      </div>
      {hasVersions && <Versions {...{ editor, config, name, onReload }} onClose={() => setVersions(false)} />}
    </>
  )
}

function Versions({
  editor,
  config: { scene },
  name,
  onReload,
  onClose,
}: Pick<Props, 'editor' | 'config' | 'onReload'> & { name: string; onClose: () => void }) {
  const t = useText(sceneDesignerText)
  const { id } = scene
  const lines = useQuery({ ...queryOf(querySceneVersions, { id }), staleTime: 0 })
  const of: Versioned = {
    ...{ key: [querySceneVersions.path, id], name, newest: editor.version, lines, may: 'scene:edit' },
    // Restoring reloads the page, which would discard unsaved work.
    why: editor.unsaved && t('saveFirst'),
    zone: useZone(),
    note: t('restoreNote'),
    viewOf: () => Promise.resolve(sceneView),
    read: async (version) => (await call(sceneConfig, { id, version })).content,
    restore: async (version, message) => {
      await call(restoreSceneConfig, { id, version: editor.version, restore: version, message })
      await onReload()
    },
  }
  return <VersionsDrawer of={of} onClose={onClose} />
}

type Keys = { save: () => void; undo: () => void; redo: () => void; leave: () => void }

/** The action of a key. While the user types or a dialog is open, only saving. */
function askedBy({ key, target, ctrlKey, metaKey, shiftKey }: KeyboardEvent): keyof Keys | undefined {
  const isHeld = ctrlKey || metaKey
  const pressed = `${isHeld ? 'Mod+' : ''}${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`
  const asked = byKey[pressed]
  if (asked === 'save') return asked
  const isTyping = (target as Element).closest('input, textarea, select, [role="dialog"]') !== null
  return isTyping || document.querySelector('[aria-modal="true"]') ? undefined : asked
}

const byKey: { readonly [pressed: string]: keyof Keys } = {
  ...{ 'Mod+s': 'save', 'Mod+z': 'undo', 'Mod+y': 'redo', 'Mod+Shift+z': 'redo' },
  escape: 'leave',
}

function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const asked = askedBy(event)
      if (!asked) return
      event.preventDefault()
      latest.current[asked]()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
