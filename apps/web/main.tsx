// The entry: the login alone for a window without a session, else the application. It is first, because it sends
// requests while the rest is loading.
import './ahead.ts'
import '../../ui/theme.css'
import './root.css'
import { takeAhead } from '../../contract/ahead.ts'
import { setUpCalls } from '../../contract/call.ts'
import { reloadWhenAnswered } from '../../features/project/kiosk/keep-loading.ts'
import { readKept } from '../../ui/kept.ts'
import { language, startLanguages } from '../../ui/language.ts'
import { showTheme } from '../../ui/theme.ts'
import { languageFiles } from './language-files.ts'
import { isLogin } from './login-path.ts'

setUpCalls({ language, ahead: takeAhead })
const languageShown = startLanguages(languageFiles)
showTheme()

const isStrangersLogin = isLogin(window.location.pathname) && readKept('signedIn') !== '1'
const program = isStrangersLogin
  ? import('./login-window.tsx').then(({ openLogin }) => openLogin)
  : import('./app.tsx').then(({ openApp }) => openApp)
Promise.all([program, languageShown])
  .then(([open]) => open())
  // A wall display reloads automatically, because no user is there to reload it.
  .catch(reloadWhenAnswered)
