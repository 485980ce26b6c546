// The 3D scenes of the organisation. [S2 /manage/eg/scene]
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './scene.css'
import { queryOf } from '../../../contract/call.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber, formatSize, formatTime } from '../../../ui/format.ts'
import { useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { deleteScene, queryScenes, type Scene } from './contract.ts'
import { SceneForm } from './scene-form.tsx'
import { ScenePreview } from './scene-preview.tsx'
import { SceneUses } from './scene-uses.tsx'
import { sceneText } from './text.ts'

export default function ScenesPage() {
  const t = useText(sceneText)
  const named = useName()
  const query = useQuery(queryOf(queryScenes, {}))
  const remove = useConfirmed(deleteScene)
  const [seen, setSeen] = useState<Scene>()
  const { go } = usePlace()
  const askRemove = ({ id, name: given }: Scene) => {
    const name = named(given)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: <SceneUses id={id} /> }
    return remove({ id }, { ...question, done: t('deleted', { name }) })
  }
  return (
    <>
      <ListRoom
        title={t('title')}
        may="scene:edit"
        add={{ label: t('add') }}
        empty={{ icon: 'layers', about: t('about') }}
        columns={useColumns(setSeen)}
        query={query}
        search={t('search')}
        acts={(scene, edit) => [
          {
            label: t('configure'),
            onClick: () => go(pathOf('/manage/scene/config/{sceneId}', { sceneId: scene.id })),
          },
          { label: t('edit'), onClick: edit },
          { label: t('delete'), onClick: () => void askRemove(scene) },
        ]}
        form={(scene, onClose) => <SceneForm scene={scene} onClose={onClose} />}
      />
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
