// The designer of a 3D scene: bindings and click targets of its nodes, views of its camera. [S2] Decision 41.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { Closed } from '../../../designer/closed.tsx'
import { SourcesProvider } from '../../../designer/panel/sources.ts'
import { formatTime } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton, StateLink } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import { variableSource } from '../page-designer/part-sources.ts'
import { useDeviceValues } from '../page-values/part-values.ts'
import { type SceneConfig, SceneId, sceneConfig } from '../scene/contract.ts'
import { useSceneModel } from '../scene/part-model.ts'
import { sceneView } from './content-view.ts'
import { Frame } from './frame.tsx'
import { devicesOf } from './stage.tsx'
import { sceneDesignerText } from './text.ts'
import { type Editor, useEditing } from './use-editing.ts'
import './scene-designer.css'
import '../../../designer/designer.css'
import '../../../designer/panel/panel.css'

const list = '/manage/eg/scene'

export default function SceneDesignerPage() {
  const t = useText(sceneDesignerText)
  const { params } = usePlace()
  const narrow = useNarrow()
  const id = SceneId.safeParse(params.sceneId)
  if (id.success && !narrow) return <Loaded key={id.data} id={id.data} />
  const back = <StateLink to={list}>{t('backToList')}</StateLink>
  return (
    <Shut>
      {id.success ? (
        <EmptyState icon="layers" act={back}>
          {t('narrow')}
        </EmptyState>
      ) : (
        <ErrorState error={{ code: 10002 }} act={back} />
      )}
    </Shut>
  )
}

function Shut({ children }: { children: ReactNode }) {
  const t = useText(sceneDesignerText)
  return (
    <Closed title={t('designer')} above={{ to: list, label: t('back') }}>
      {children}
    </Closed>
  )
}

function Loaded({ id }: { id: SceneId }) {
  const [turn, setTurn] = useState(0)
  // The scene is always requested on opening, because the cache may be outdated.
  const { data, error, refetch } = useQuery({
    ...queryOf(sceneConfig, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const model = useSceneModel(data?.scene)
  const fault = error ?? model.error
  if (fault && !(data && model.data))
    return (
      <Shut>
        <ErrorState error={fault} onRetry={() => void Promise.all([refetch(), model.refetch()])} />
      </Shut>
    )
  if (!data || !model.data) return <Skeleton lines={12} />
  const reload = () => refetch().then(() => setTurn((count) => count + 1))
  return <Editing key={turn} newest={data} model={model.data} onReload={reload} />
}

type Props = { newest: SceneConfig; model: ArrayBuffer; onReload: () => Promise<unknown> }

function Editing({ newest, model, onReload }: Props) {
  // An edited scene is never replaced; a newer version is detected on saving.
  const [config] = useState(newest)
  const editor = useEditing(config)
  const { content } = editor.state
  const devices = devicesOf(content).join()
  const equipIds = useMemo(() => devices.split(',').filter(Boolean).map(Number), [devices])
  const values = useDeviceValues(equipIds)
  const named = useName()
  const sources = useMemo(
    () => ({ variables: variableSource(equipIds, values), pages: [], regions: [], named }),
    [equipIds, values, named],
  )
  return (
    <SourcesProvider value={sources}>
      <div className="designer-frame">
        <Frame {...{ editor, config, model, values, list, onReload }}>
          {editor.draft.found && <DraftNote editor={editor} />}
        </Frame>
        {editor.conflict && <Conflict editor={editor} config={config} conflict={editor.conflict} />}
      </div>
    </SourcesProvider>
  )
}

function DraftNote({ editor: { draft, version } }: { editor: Editor }) {
  const t = useText(sceneDesignerText)
  const zone = useZone()
  const { found } = draft
  if (!found) return null
  return (
    <div className="scene-draft" role="status">
      <span>{t('draftTitle', { time: formatTime(found.at, zone) })}</span>
      {found.version !== version && <span>{t('draftOld', { version: found.version })}</span>}
      <PlainAct kind="primary" onClick={draft.take}>
        {t('draftTake')}
      </PlainAct>
      <PlainAct onClick={draft.drop}>{t('draftDrop')}</PlainAct>
    </div>
  )
}

function Conflict({
  editor,
  config: { scene },
  conflict,
}: {
  editor: Editor
  config: SceneConfig
  conflict: NonNullable<Editor['conflict']>
}) {
  const t = useText(sceneDesignerText)
  const zone = useZone()
  return (
    <ConflictDialog
      base={conflict.base}
      mine={editor.state.content}
      view={sceneView}
      // The failed save returned the newest version; if there is a newer one by now, the next save detects it.
      loadNewest={async () => ({ ...conflict.newest, savedBy: conflict.newest.savedBy || scene.creator })}
      zone={zone}
      onReload={async (keepMine) => editor.settle(keepMine)}
      notes={{ keep: t('keepNote'), drop: t('dropNote', { version: editor.version }) }}
      onClose={editor.leaveConflict}
    />
  )
}
