import { Menu } from '@base-ui/react/menu';
import { Check, CircleUser, LogOut, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { roleWords } from '../../contract/permissions.ts';
import { useMe } from '../session/me.ts';
import { signOut } from '../session/sign-out.ts';
import { menuItem } from './menu-item.ts';
import { chooseTheme, useTheme, type Theme } from './theme.ts';

const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, string>;

/** Who is signed in, light or dark, the own sign-in, and the way out. */
export function AccountMenu() {
  const { name, email, role } = useMe();
  const theme = useTheme();
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Account of ${name}`}
        className="inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-lg px-2 hover:bg-surface"
      >
        <CircleUser className="size-5" aria-hidden="true" />
        <span className="max-w-[10rem] truncate font-semibold max-md:hidden">{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-30">
          <Menu.Popup className="w-[17rem] max-w-[calc(100vw-1rem)] rounded-xl border border-line bg-white p-2 text-ink shadow-raised">
            <div className="px-3 pt-1 pb-3">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p className="text-sm text-muted wrap-anywhere">{email}</p>
              <p className="text-sm text-muted">{roleWords[role].title}</p>
            </div>
            <Menu.Item className={menuItem} onClick={() => void navigate('/security')}>
              <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
              Your sign-in
            </Menu.Item>
            <Menu.Separator className="my-2 border-t border-line" />
            <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => chooseTheme(value)}>
              <Menu.GroupLabel className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted uppercase">
                Light or dark
              </Menu.GroupLabel>
              {Object.entries(themes).map(([value, label]) => (
                <Menu.RadioItem key={value} value={value} closeOnClick={false} className={menuItem}>
                  <span className="inline-flex size-5 shrink-0 items-center justify-center">
                    <Menu.RadioItemIndicator>
                      <Check className="size-5" aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-2 border-t border-line" />
            <Menu.Item className={menuItem} onClick={() => void signOut()}>
              <LogOut className="size-5 shrink-0" aria-hidden="true" />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
