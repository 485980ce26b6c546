// Redirects an account that must set up a second step to its page.
import { useEffect } from 'react'
import { useMe } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { shellPart } from '../../../ui/shell-part.ts'

const page = '/account/security/second-factor'
/** The pages on which a second step is set up: an app, or a passkey. */
const pages = [page, '/account/security/passkey']

function LeadToSetUp() {
  const isDue = useMe()?.setUpStep === true
  const { path, go } = usePlace()
  useEffect(() => {
    if (isDue && !pages.includes(path)) go(page, { replace: true })
  }, [isDue, path, go])
  return null
}

export default shellPart({ Watch: LeadToSetUp })
