// The designer of a page of a device or of a project: opens a version, stores drafts of unsaved work, and saves against
// the version that was opened. [S2]
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type ApiError, call, queryOf } from '../../../contract/call.ts'
import { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { bindsOf, type PageDocument } from '../../../contract/page-document.ts'
import { keyOfTemplate } from '../../../contract/template-keys.ts'
import { Closed } from '../../../designer/closed.tsx'
import { Designer } from '../../../designer/designer.tsx'
import { merged } from '../../../designer/document/merge.ts'
import { setLocalConfig, useLocalConfig } from '../../../designer/local-config.ts'
import { type EditorState, edited, isUnsaved, savedAs } from '../../../designer/state.ts'
import { useDraftKeeping } from '../../../designer/use-draft-keeping.ts'
import { type Editor, useEditor } from '../../../designer/use-editor.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { AskedAs, useZone } from '../../../ui/me.ts'
import { PageHeader, Tag } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton, StateLink } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import type { Widget } from '../../../widgets/widget.ts'
import { isStale } from '../../device/open/config-query.ts'
import { editorPath } from '../../device/open/equipment-editor-tab.ts'
import { HelpMark } from '../../platform/open/help-mark.tsx'
import { useTranslationNote } from '../../platform/open/translation-note.tsx'
import { LivePage, usePageWatch } from '../open/page-live-page.tsx'
import { livePath } from '../open/page-place.ts'
import { drawnOf, withSceneBinds } from '../open/page-scenes.ts'
import { type Page, PageConflict, type PageOwner, pageInfo, savePage } from '../page/contract.ts'
import { equipmentsOf, isSameOwner, ownerFields } from '../page/rules.ts'
import { queryPages } from '../page-list/contract.ts'
import { PageVersions } from '../page-versions/part-page-versions.tsx'
import { useSymbolSource } from '../user-symbol/part-source.ts'
import { loadAll } from './all-types.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import { SimulatedPage } from './simulated-page.tsx'
import { designerText } from './text.ts'
import { useOwner } from './use-owner.ts'
import { usePageScenes } from './use-page-scenes.ts'
import { useSources } from './use-sources.ts'
import './page-designer.css'

export default function DesignerPage() {
  const { params } = usePlace()
  const narrow = useNarrow()
  const t = useText(designerText)
  const id = PageId.safeParse(params.pageId)
  if (!id.success) return <ErrorState error={{ code: 10002 }} />
  const isTemplate = params.templateId !== undefined
  const equipmentId = EquipmentId.safeParse(params.equipId ?? params.templateId).data ?? null
  const projectId = ProjectId.safeParse(params.projectId).data ?? null
  const owner = { equipmentId, projectId }
  if (narrow) {
    const back = backPath({ ...owner, isTemplate }, id.data)
    const open = <StateLink to={back}>{t(isTemplate ? 'backToPages' : 'openPage')}</StateLink>
    return (
      <Shut to={back}>
        <EmptyState icon="design" act={open}>
          {t(isTemplate ? 'narrowTemplate' : 'narrow')}
        </EmptyState>
      </Shut>
    )
  }
  const loaded = <Loaded key={id.data} id={id.data} owner={owner} isTemplate={isTemplate} />
  return isTemplate ? <AskedAs value={keyOfTemplate}>{loaded}</AskedAs> : loaded
}

/** The path to the running page, or to the list of pages of a template. */
const backPath = (owner: PageOwner & { isTemplate: boolean }, pageId: number): string =>
  owner.isTemplate && owner.equipmentId
    ? editorPath({ id: owner.equipmentId, isTemplate: true }, 'page')
    : livePath(owner, pageId)

function Shut({ to, children }: { to: string; children: ReactNode }) {
  const t = useText(designerText)
  return (
    <Closed title={t('designer')} above={{ to, label: t('back') }}>
      {children}
    </Closed>
  )
}

function Loaded({ id, owner, isTemplate }: { id: PageId; owner: PageOwner; isTemplate: boolean }) {
  const t = useText(designerText)
  const back = backPath({ ...owner, isTemplate }, id)
  const [turn, setTurn] = useState(0)
  // The page is always requested on opening, because the cache may be outdated.
  const { data, error, refetch } = useQuery({
    ...queryOf(pageInfo, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const types = useQuery({ queryKey: ['widget types'], queryFn: loadAll, staleTime: Number.POSITIVE_INFINITY })
  const fault = error ?? types.error
  if (fault && !(data && types.data))
    return (
      <Shut to={back}>
        <ErrorState error={fault} onRetry={() => void Promise.all([refetch(), types.refetch()])} />
      </Shut>
    )
  if (!data || !types.data) return <Skeleton lines={12} />
  if (!isSameOwner(data, owner))
    return (
      <Shut to={back}>
        <EmptyState icon="design">{t('otherOwner')}</EmptyState>
      </Shut>
    )
  const reload = () => refetch().then(() => setTurn((count) => count + 1))
  return <Editing key={turn} newest={data} isTemplate={isTemplate} types={types.data} onReload={reload} />
}

const noParams = {}
const modes = ['design', 'preview', 'simulation'] as const
type Mode = (typeof modes)[number]
type Props = { newest: Page; isTemplate: boolean; types: ReadonlyMap<string, Widget>; onReload: () => Promise<unknown> }

function Editing({ newest, isTemplate, types, onReload }: Props) {
  // An edited page is never replaced; a newer version is detected on saving.
  const [page] = useState(newest)
  const t = useText(designerText)
  const note = useTranslationNote(page.title)
  const editor = useEditor(page.content)
  const { state } = editor
  const [mode, setMode] = useState<Mode>('design')
  const [hasVersions, setVersions] = useState(false)
  const [base, setBase] = useState<Base>({ version: page.version, title: page.title, document: page.content })
  const owner = useOwner(page)
  const scenes = usePageScenes(state.document.widgets, mode !== 'design')
  const shown = useMemo(() => {
    const { scenes: _, ...bare } = page
    return withSceneBinds(
      { ...bare, content: { ...state.document, bind: bindsOf(state.document.widgets) } },
      mode === 'design' ? [] : scenes,
    )
  }, [page, state.document, scenes, mode])
  // Includes devices that were bound since the page was opened.
  const watch = usePageWatch(shown, noParams, isTemplate)
  const others = useQuery(queryOf(queryPages, ownerFields(page))).data
  const symbols = useSymbolSource()
  const brought = useSources(
    equipmentsOf(page.equipmentId, shown.content),
    watch.watching?.values,
    others,
    owner.project,
    isTemplate ? owner.name : undefined,
  )
  const sources = useMemo(() => ({ ...brought, ...(symbols ? { symbols } : {}) }), [brought, symbols])
  const unsaved = isUnsaved(state)
  const draft = useDraft(page, base, editor, unsaved)
  const { save, busy } = useSave(page, base, setBase, editor, draft.saved)
  useLeaveGuard(unsaved && base.title, { note: t('leaveNote') })
  // Only one save runs at a time: a second one would treat the version of the first as another user's.
  const saveNow = () => unsaved && !busy && void save()
  useSaveKey(saveNow)
  const { autoSave, saveInterval } = useLocalConfig()
  useAutoSave(autoSave && mode === 'design', saveInterval, saveNow)
  useWindowName([base.title, owner.name].filter(Boolean).join(' · '))
  return (
    <div className="designer-frame">
      <PageHeader
        title={base.title}
        above={{ to: backPath({ ...page, isTemplate }, page.id), label: t(isTemplate ? 'pages' : 'back') }}
        tags={
          <>
            <Tag>{t(unsaved ? 'unsaved' : 'version', { version: base.version })}</Tag>
            {page.startup && <Tag minor>{t('startPage')}</Tag>}
            {note && <span className="designer-note">{note}</span>}
          </>
        }
      >
        <Segmented
          label={t('mode')}
          value={mode}
          // A template has no values to preview; it has the simulation.
          options={modes
            .filter((value) => !isTemplate || value !== 'preview')
            .map((value) => ({ value, label: t(value) }))}
          onChange={setMode}
        />
        <PlainAct pressed={autoSave} onClick={() => setLocalConfig({ autoSave: !autoSave })}>
          {autoSave ? t('autoSave', { count: saveInterval }) : t('autoSaveOff')}
        </PlainAct>
        <HelpMark apart />
        <Act onClick={() => setVersions(true)}>{t('versions')}</Act>
        <Act
          kind="primary"
          may="page:edit"
          sends
          busy={busy}
          why={!unsaved && t('nothing')}
          onClick={() => void save()}
        >
          {t('save')}
        </Act>
      </PageHeader>
      {draft.found && <DraftNote draft={draft.found} version={base.version} onTake={draft.take} onDrop={draft.drop} />}
      {mode === 'design' ? (
        <Designer {...{ editor, types, sources }} values={watch.watching?.values} />
      ) : mode === 'simulation' ? (
        <SimulatedPage document={drawnOf(shown)} types={types} variables={sources.variables} />
      ) : (
        <div className="designer-preview">
          <LivePage page={shown} watch={watch} zone={owner.clock} />
        </div>
      )}
      {hasVersions && (
        <PageVersions
          page={{ ...page, version: base.version }}
          zone={owner.zone}
          onRestored={onReload}
          onClose={() => setVersions(false)}
        />
      )}
    </div>
  )
}

function DraftNote({
  draft,
  version,
  onTake,
  onDrop,
}: {
  draft: Draft
  version: number
  onTake: () => void
  onDrop: () => void
}) {
  const t = useText(designerText)
  const zone = useZone()
  return (
    <div className="designer-draft" role="status">
      <span>{t('draftTitle', { time: formatTime(draft.at, zone) })}</span>
      {draft.version !== version && <span>{t('draftOld', { version: draft.version })}</span>}
      <PlainAct kind="primary" onClick={onTake}>
        {t('draftTake')}
      </PlainAct>
      <PlainAct onClick={onDrop}>{t('draftDrop')}</PlainAct>
    </div>
  )
}

/** The last version on the platform that this editor loaded or saved. */
type Base = { version: number; title: string; document: PageDocument }

/**
 * Stores drafts of unsaved work, and offers a draft found on opening; that one is not overwritten until the user
 * decides.
 */
function useDraft(page: Page, base: Base, editor: Editor, unsaved: boolean) {
  const [found, setFound] = useState(() => readDraft(page.id, page.content))
  const { document } = editor.state
  const draft = useMemo(() => {
    if (!unsaved || found) return undefined
    const { version, title } = base
    return { version, title, base: base.document, at: Date.now(), document }
  }, [unsaved, found, document, base])
  useDraftKeeping((kept: Draft) => keepDraft(page.id, kept), draft)
  return {
    found,
    take() {
      if (!found) return
      // Merges the draft by widget into the document here: into a newer version, and into edits made since opening.
      editor.change((state) => withDocument(state, merged(found.base, found.document, state.document).document))
      setFound(undefined)
    },
    /** Drops the draft after saving, unless the one found on opening is still offered. */
    saved() {
      if (!found) dropDraft(page.id)
    },
    drop() {
      dropDraft(page.id)
      setFound(undefined)
    },
  }
}

/** Saves against the version that was opened; merges with a newer one after a question. */
function useSave(page: Page, base: Base, setBase: (next: Base) => void, editor: Editor, onSaved: () => void) {
  const t = useText(designerText)
  const [busy, setBusy] = useState(false)
  const send = async ({ version, title, document }: Base) => {
    const upTo = editor.store.get()
    const json = JSON.stringify({ ...document, bind: bindsOf(document.widgets) })
    const { id } = page
    const of = ownerFields(page)
    // The start page is chosen elsewhere: saving keeps the current choice.
    const pages = await call(queryPages, of)
    const startup = pages.some((each) => each.id === id && each.startup) ? '1' : '0'
    const saved = await call(savePage, { id, ...of, title, startup, json, version })
    setBase({ version: saved.version, title, document })
    editor.change((state) => savedAs(state, upTo))
    onSaved()
    toast.good(t('saved', { title, version: saved.version }))
  }
  const merge = async (conflict: PageConflict) => {
    const { newest } = conflict
    const { document, both } = merged(base.document, editor.store.get().document, newest.content)
    const note = [
      t('conflictNote', { version: newest.version }),
      both.length > 0 && t('conflictBoth', { count: both.length }),
    ]
    const may = await confirm({
      title: t('conflictTitle', { author: newest.savedBy || t('somebodyElse') }),
      act: t('conflictAct'),
      target: base.title,
      note: note.filter(Boolean).join(' '),
    })
    if (!may) return
    editor.change((state) => withDocument(state, document))
    await send({ version: newest.version, title: newest.title, document })
  }
  const save = async () => {
    setBusy(true)
    try {
      await send({ ...base, document: editor.store.get().document })
    } catch (error) {
      const conflict = conflictIn(error)
      if (conflict) await merge(conflict).catch(toast.bad)
      else toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return { save, busy }
}

/** The newer version, if the error reports one. */
function conflictIn(error: unknown): PageConflict | undefined {
  return isStale(error) ? PageConflict.safeParse((error as ApiError).data).data : undefined
}

const withDocument = (state: EditorState, document: PageDocument): EditorState => edited(state, { document })

/** Saves automatically at this interval. */
function useAutoSave(isOn: boolean, minutes: number, save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => latest.current(), minutes * 60_000)
    return () => clearInterval(timer)
  }, [isOn, minutes])
}

function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
