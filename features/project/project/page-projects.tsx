// The projects of the organisation, and one of them with its devices and pages. [S2 /manage/eg/project/list]
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { ListViewSwitch, useListView } from '../../../ui/list-view.tsx'
import { useMay, useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { PagePictureBox } from '../../frame/page-picture.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  copyProject,
  deleteProject,
  type ListedProject,
  type Project,
  queryProjects,
  saveProjectSeq,
} from './contract.ts'
import { projectPath } from './part-paths.ts'
import { ProjectDetail } from './project-detail.tsx'
import { ProjectForm } from './project-form.tsx'
import { moved } from './rules.ts'
import { projectText } from './text.ts'

export default function ProjectsPage() {
  const { search } = usePlace()
  const id = ProjectId.safeParse(search.id)
  return id.success ? <ProjectDetail key={id.data} id={id.data} /> : <Projects />
}

function Projects() {
  const t = useText(projectText)
  const list = useList()
  const { go } = usePlace()
  const shown = useListView('projects')
  const hasPictures = shown.view === 'cards'
  const query = useQuery({
    ...queryOf(queryProjects, hasPictures ? { pictures: true } : {}),
    placeholderData: keepPreviousData,
  })
  const copy = useCopy()
  const remove = useConfirmed(deleteProject)
  const named = useName()
  const { data: projects = [] } = query
  const hasLoaded = !query.isPlaceholderData
  const askRemove = ({ id, name: given, pages }: Project) => {
    const name = named(given)
    const note = t('deleteNote', { count: pages })
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note }
    return remove({ id }, { ...question, done: t('deleted', { name }) })
  }
  return (
    <ListRoom<ListedProject>
      title={t('title')}
      headActs={
        <Act may="project:view" onClick={() => go('/manage/eg/project/list-operation')}>
          {t('operations')}
        </Act>
      }
      may="project:edit"
      add={{ label: t('add') }}
      empty={{ icon: 'centre', isRanged: true, things: t('things'), about: t('about') }}
      columns={useColumns()}
      query={query}
      list={list}
      // A project without devices and pages opens at its devices: pages need them.
      to={({ id, equips, pages }) => projectPath(id, equips + pages === 0 ? 'devices' : '')}
      {...(projects.length > 0 ? { search: t('search'), filter: <ListViewSwitch {...shown} /> } : {})}
      picture={
        hasPictures
          ? ({ picture, pages }) => <PagePictureBox {...{ picture, hasLoaded }} hasPage={pages > 0} />
          : undefined
      }
      acts={(project, edit) => [
        <Places key="places" {...{ project, projects }} isWhole={!list.filtered && list.sort === undefined} />,
        { label: t('edit'), onClick: edit },
        { label: t('copy'), onClick: () => copy(project) },
        { label: t('delete'), onClick: () => void askRemove(project) },
      ]}
      form={(project, onClose) => <ProjectForm project={project} onClose={onClose} />}
    />
  )
}

/** Buttons to move a project up and down, while the list is in its own order. */
function Places({ project, projects, isWhole }: { project: Project; projects: readonly Project[]; isWhole: boolean }) {
  const t = useText(projectText)
  const { mutate, isPending } = useMutation(mutationOf(saveProjectSeq))
  const may = useMay()('project:edit')
  const name = useName()(project.name)
  if (!isWhole || projects.length < 2) return null
  const ids = projects.map(({ id }) => id)
  const at = ids.indexOf(project.id)
  const put = (step: 1 | -1) => mutate({ ids: moved(ids, at, step) })
  const isHeld = !may || isPending
  return (
    <>
      <IconAct icon="up" label={t('up', { name })} disabled={isHeld || at === 0} onClick={() => put(-1)} />
      <IconAct
        icon="down"
        label={t('down', { name })}
        disabled={isHeld || at === ids.length - 1}
        onClick={() => put(1)}
      />
    </>
  )
}

function useColumns(): Column<Project>[] {
  const t = useText(projectText)
  const zone = useZone()
  const named = useName()
  // On a phone the table has no headings, so the cell contains its label.
  const narrow = useNarrow()
  const counted = (word: string, count: number) => (narrow ? `${word} ${formatNumber(count)}` : formatNumber(count))
  return [
    {
      ...{ key: 'name', title: t('name'), phone: 'title' },
      cell: ({ name }) => named(name),
      text: ({ name, note }) => [named(name), name, note].join('\n'),
    },
    { key: 'equips', title: t('devices'), align: 'right', cell: ({ equips }) => counted(t('devices'), equips) },
    { key: 'pages', title: t('pages'), align: 'right', cell: ({ pages }) => counted(t('pages'), pages) },
    { key: 'note', title: t('note'), phone: 'hide', cell: ({ note }) => named(note) },
    {
      ...{ key: 'updatedAt', zone, title: t('updatedAt'), phone: 'hide' },
      cell: ({ updatedAt }) => formatTime(updatedAt, zone).slice(0, 16),
    },
  ]
}

/** Copies without confirmation, because a copy can be deleted again. */
function useCopy() {
  const t = useText(projectText)
  const { mutate, isPending } = useMutation(mutationOf(copyProject))
  return ({ id }: Project) => {
    if (!isPending) mutate({ id }, { onSuccess: ({ name }) => toast.good(t('copied', { name })) })
  }
}
