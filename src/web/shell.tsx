import { useEffect, useRef, useState } from 'preact/hooks'
import { credential, isSignInRefused, signOut } from './api.ts'
import { useIdentity } from './identity.ts'
import { Empty, WhenLoaded } from './parts/states.tsx'
import { hrefOf, useRoute, type Route } from './router.ts'
import { Shortcuts } from './shortcuts.tsx'
import { applyTheme, savedTheme, themes } from './theme.ts'
import { views, type ViewProps } from './views.ts'

/** Header, navigation and the view of the address. */
export function Shell() {
  const route = useRoute()
  const identity = useIdentity()
  const main = useRef<HTMLElement>(null)
  const name = route.view === '' ? views[0]?.name : route.view
  const title = views.find((row) => row.name === name)?.title ?? 'Not found'
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · lorefence`
    // On a phone the navigation is wider than the screen. Unlike scrollIntoView, this leaves the focus at the top.
    const [bar, link] = [nav.current, nav.current?.querySelector<HTMLElement>('[aria-current]')]
    if (bar && link) bar.scrollLeft = link.offsetLeft - bar.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2
  }, [title])
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header>
        <a class="brand" href={hrefOf('playground')}>
          lorefence
        </a>
        <nav ref={nav} aria-label="Views">
          {views.map((row) => (
            <a key={row.name} href={hrefOf(row.name)} aria-current={row.name === name ? 'page' : undefined}>
              {row.title}
            </a>
          ))}
        </nav>
        <div class="tools">
          <Shortcuts />
          <ThemeSwitch />
          {identity.value && !identity.problem ? (
            <button type="button" class="quiet" onClick={() => void signOut().then(identity.reload, identity.reload)}>
              Sign out
            </button>
          ) : null}
        </div>
      </header>
      <main ref={main} tabIndex={-1} aria-label={title}>
        {identity.problem?.status === 401 ? (
          <SignIn done={identity.reload} />
        ) : (
          <WhenLoaded loaded={identity} what="the page">
            {(who) => <View route={route} identity={who} name={name} />}
          </WhenLoaded>
        )}
      </main>
    </>
  )
}

function View({ name, ...props }: ViewProps & { readonly name: string | undefined }) {
  const row = views.find((one) => one.name === name)
  if (!row) return <NoView route={props.route} />
  const Shown = row.view
  return <Shown key={row.name} {...props} />
}

function NoView({ route }: { readonly route: Route }) {
  return (
    <Empty isPage title={`There is no view "${route.view.slice(0, 60)}"`}>
      <p>
        The views of this page are in the navigation. The first is the <a href={hrefOf('playground')}>playground</a>.
      </p>
    </Empty>
  )
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(savedTheme())
  return (
    <label class="theme">
      <span class="unseen">Theme</span>
      <select
        value={theme}
        onChange={(event) => {
          const chosen = themes[event.currentTarget.selectedIndex] ?? 'system'
          applyTheme(chosen)
          setTheme(chosen)
        }}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shown until a credential is accepted. */
function SignIn({ done }: { readonly done: () => void }) {
  const [key, setKey] = useState('')
  return (
    <section class="state">
      <h1>A credential is needed</h1>
      {isSignInRefused ? (
        <p role="alert">
          The token in the address is not accepted: a token of <code>serve</code> ends with the server that printed it,
          a key when it is revoked or expires. Open the address that <code>lorefence serve</code> printed last.
        </p>
      ) : null}
      <p>
        Open the address that <code>lorefence serve</code> printed when it started, or paste a key of{' '}
        <code>lorefence key add</code>. A key is kept until this tab is closed; a sign-in ends with the server, and
        after 12 hours.
      </p>
      {credential.get() === undefined ? null : <p role="alert">The key that you sent is not accepted.</p>}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          credential.set(key.trim() === '' ? undefined : key.trim())
          done()
        }}
      >
        <label>
          Key
          <input
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Open</button>
      </form>
    </section>
  )
}
