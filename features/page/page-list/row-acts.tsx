// Actions on a page of the list: the usual ones at the end of its row, the others in a menu.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import { callStream, mutationOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { fileName, saveAnswer } from '../../../ui/download.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useMay } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { designerPath, livePath } from '../open/page-place.ts'
import { homePage, type PageOwner } from '../page/contract.ts'
import { deletePage, exportPage, type PageRow, queryPages, saveHomePage } from './contract.ts'
import { pageListText } from './text.ts'

/** The open dialog and the page that it is about. */
export type Asked = { what: 'rename' | 'copy' | 'versions' | 'password'; page: PageRow }

/** Reloads the lists and start pages after a change. */
export function useRefreshPages() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([queryPages, homePage].map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  }
}

type Props = { owner: PageOwner & { isTemplate?: boolean }; page: PageRow; onAsk: (asked: Asked) => void }

export function RowActs({ owner, page, onAsk }: Props) {
  const t = useText(pageListText)
  const { go } = usePlace()
  const mayAll = useMay()
  const [may, mayProject] = [mayAll('page:edit'), mayAll('project:edit')]
  const { setHome, remove, save } = useRowActs(page)
  const { startup, title, type } = page
  const { projectId } = owner
  const move = projectId !== null && {
    ...{ key: 'move', label: t('move'), disabled: !may || !mayProject },
    onClick: () => go(withSearch(pathOf('/manage/project/{projectId}/move', { projectId }), { page: page.id })),
  }
  const items = [
    {
      key: 'start',
      label: t('setStart'),
      title: startup ? t('isStart') : type === 'sub' ? t('subNoStart') : '',
      disabled: !may || startup || type === 'sub',
      onClick: setHome,
    },
    { key: 'password', label: t('passwordAct'), disabled: !may, onClick: () => onAsk({ what: 'password', page }) },
    { key: 'versions', label: t('versions'), onClick: () => onAsk({ what: 'versions', page }) },
    ...(move ? [move] : []),
    { key: 'export', label: t('export'), onClick: () => void save() },
  ]
  return (
    <>
      <OpenAct owner={owner} page={page} />
      <Act kind="link" may="page:edit" onClick={() => onAsk({ what: 'rename', page })}>
        {t('rename')}
      </Act>
      <Act kind="link" may="page:edit" onClick={() => onAsk({ what: 'copy', page })}>
        {t('copy')}
      </Act>
      <Act kind="link" may="page:edit" onClick={() => void remove()}>
        {t('delete')}
      </Act>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <button type="button" className="icon-act page-more" aria-label={t('more', { title })}>
          <Icon name="more" />
        </button>
      </Dropdown>
    </>
  )
}

/** The designer; on a phone, which is too narrow for it, the page as it runs. A template has none. */
function OpenAct({ owner, page: { id } }: Pick<Props, 'owner' | 'page'>) {
  const t = useText(pageListText)
  const { go } = usePlace()
  const narrow = useNarrow()
  if (!narrow)
    return (
      <Act kind="link" may="page:edit" onClick={() => go(designerPath(owner, id))}>
        {t('edit')}
      </Act>
    )
  return owner.isTemplate ? null : (
    <Act kind="link" onClick={() => go(livePath(owner, id))}>
      {t('open')}
    </Act>
  )
}

function useRowActs({ id, title: given, startup }: PageRow) {
  const t = useText(pageListText)
  const refresh = useRefreshPages()
  const home = useMutation(mutationOf(saveHomePage))
  const gone = useMutation(mutationOf(deletePage))
  const title = useName()(given)
  const done = (text: string) => ({ onSuccess: () => toast.good(text), onSettled: () => void refresh() })
  const remove = async () => {
    const note = t(startup ? 'deleteStartNote' : 'deleteNote')
    const question = { title: t('deleteTitle'), act: t('delete'), target: title, note, danger: true }
    if (await confirm(question)) gone.mutate({ id }, done(t('deleted', { title })))
  }
  const save = () => saveAnswer(`${fileName(given) || id}.json`, callStream(exportPage, { id }))
  return { setHome: () => home.mutate({ id }, done(t('startSet', { title }))), remove, save }
}
