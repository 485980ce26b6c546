// The 3D scenes of the organisation. [S2 /manage/eg/scene]
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './scene.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatSize, formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { deleteScene, queryScenes, type Scene } from './contract.ts'
import { SceneForm } from './scene-form.tsx'
import { ScenePreview } from './scene-preview.tsx'
import { SceneUses } from './scene-uses.tsx'
import { sceneText } from './text.ts'

export default function ScenesPage() {
  const t = useText(sceneText)
  const list = useList()
  const query = useQuery(queryOf(queryScenes, {}))
  const remove = useRemove()
  const [seen, setSeen] = useState<Scene>()
  const [draft, setDraft] = useState<Scene | 'new'>()
  const { go } = usePlace()
  const add = (
    <Act kind="primary" icon="plus" may="scene:edit" onClick={() => setDraft('new')}>
      {t('add')}
    </Act>
  )
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.length}>
        {add}
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={useColumns(setSeen)}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        search={t('search')}
        acts={(scene) => (
          <>
            <Act
              kind="link"
              may="scene:edit"
              onClick={() => go(pathOf('/manage/scene/config/{sceneId}', { sceneId: scene.id }))}
            >
              {t('configure')}
            </Act>
            <Act kind="link" may="scene:edit" onClick={() => setDraft(scene)}>
              {t('edit')}
            </Act>
            <Act kind="link" may="scene:edit" onClick={() => void remove(scene)}>
              {t('delete')}
            </Act>
          </>
        )}
        empty={
          <EmptyState icon="layers" may="scene:edit" act={add}>
            {t('about')}
          </EmptyState>
        }
      />
      {draft && <SceneForm scene={draft === 'new' ? undefined : draft} onClose={() => setDraft(undefined)} />}
      {seen && <ScenePreview scene={seen} onClose={() => setSeen(undefined)} />}
    </>
  )
}

function useColumns(onSee: (scene: Scene) => void): Column<Scene>[] {
  const t = useText(sceneText)
  const zone = useZone()
  const named = useName()
  return [
    {
      key: 'name',
      title: t('name'),
      sort: true,
      phone: 'title',
      cell: (scene) => (
        <PlainAct kind="link" onClick={() => onSee(scene)}>
          {named(scene.name)}
        </PlainAct>
      ),
      // The search covers the names of nodes too.
      text: ({ name, nodes }) => [named(name), name, ...nodes].join('\n'),
    },
    { key: 'sizeBytes', title: t('size'), align: 'right', sort: true, cell: ({ sizeBytes }) => formatSize(sizeBytes) },
    {
      ...{ key: 'triangles', title: t('triangles'), align: 'right', sort: true, phone: 'hide' },
      cell: ({ triangles }) => formatNumber(triangles),
    },
    { key: 'nodes', title: t('nodes'), align: 'right', phone: 'hide', cell: ({ nodes }) => nodes.length },
    { key: 'creator', title: t('creator'), phone: 'hide' },
    {
      ...{ key: 'updatedAt', zone, title: t('updatedAt'), sort: true, phone: 'end' },
      cell: ({ updatedAt }) => formatTime(updatedAt, zone).slice(0, 16),
    },
  ]
}

/** Asks for confirmation, deletes, shows a message. */
function useRemove() {
  const t = useText(sceneText)
  const { mutate } = useMutation(mutationOf(deleteScene))
  const named = useName()
  return async ({ id, name: given }: Scene) => {
    const name = named(given)
    const note = <SceneUses id={id} />
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note, danger: true }
    if (await confirm(question)) mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
}
