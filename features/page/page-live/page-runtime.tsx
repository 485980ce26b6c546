// A configuration page by its number in the address. [S2]
import { PageId } from '../../../contract/fields.ts'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { RuntimeView } from '../open/page-live-runtime.tsx'
import { paramsOf } from '../page/part-params.ts'
import { loadUsualTypes } from '../page/part-types.ts'

loadUsualTypes()

export default function RuntimePage() {
  const { params, search } = usePlace()
  const id = PageId.safeParse(params.pageId)
  const given = JSON.stringify(paramsOf(search))
  return id.success ? (
    <RuntimeView key={`${id.data} ${given}`} id={id.data} given={given} />
  ) : (
    <ErrorState error={{ code: 10002 }} />
  )
}
