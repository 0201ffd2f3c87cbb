import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  permissionsOf,
  permissionTable,
  roles,
  roleWords,
  type Role,
  type ScopeKind,
} from '../../contract/permissions.ts';
import { partnerCodes } from '../../shared/partners.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { FieldError } from '../../ui/field-error.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Form } from '../../ui/use-form.ts';
import { useSites } from '../session/sites.ts';
import { partnerName } from './scope-words.ts';

/** What a person is given, as calls take it. */
export interface Given {
  role: Role;
  sites: string[];
  partners: (typeof partnerCodes)[number][];
}

interface RoleFieldsProps {
  form: Pick<Form, 'errorOf'>;
  given: Given;
}

/** The role, and the sites and partners it is for. */
export function RoleFields({ form, given }: RoleFieldsProps) {
  const [role, setRole] = useState(given.role);
  const { about, scope } = roleWords[role];
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        hint={about}
        defaultValue={role}
        options={roles.map((value) => ({ value, label: roleWords[value].title }))}
        // Its sites and partners are drawn at once: what listens to the whole form reads them as the change bubbles up to it.
        onChange={({ target }) => flushSync(() => setRole(target.value as Role))}
      />
      {scope.includes('sites') && <SiteChoices given={given} error={form.errorOf('scope')} />}
      {scope.includes('partners') && (
        <PartnerChoices given={given} error={scope.includes('sites') ? undefined : form.errorOf('scope')} />
      )}
      <details>
        <summary className="cursor-pointer font-semibold text-brand">What {roleWords[role].title} may</summary>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
          {permissionsOf(role).map((permission) => (
            <li key={permission}>{permissionTable[permission].title}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function SiteChoices({ given, error }: { given: Given; error: string | undefined }) {
  const sites = useSites();
  return (
    <Choices
      legend="Sites"
      kind="sites"
      options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={given.sites}
      error={error}
    />
  );
}

function PartnerChoices({ given, error }: { given: Given; error: string | undefined }) {
  return (
    <Choices
      legend="Partners"
      kind="partners"
      options={partnerCodes.map((value) => ({ value, label: partnerName(value) }))}
      chosen={given.partners}
      error={error}
    />
  );
}

interface ChoicesProps {
  legend: string;
  kind: ScopeKind;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error: string | undefined;
}

function Choices({ legend, kind, options, chosen, error }: ChoicesProps) {
  return (
    // Named and able to take the focus, so that the line of the error summary leads here.
    <fieldset name={error ? 'scope' : undefined} tabIndex={error ? -1 : undefined}>
      <legend className="font-semibold">{legend}</legend>
      <FieldError id={`${kind}-error`} message={error} />
      <div className="mt-1 max-h-[14rem] overflow-y-auto rounded-lg border border-line px-3">
        {options.map(({ value, label }) => (
          <CheckboxField
            key={value}
            name={`${kind}:${value}`}
            label={label}
            defaultChecked={chosen.includes(value)}
            aria-describedby={error ? `${kind}-error` : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What the fields hold: only scopes that the role has a choice of. */
export function givenIn(values: FormValues): Given {
  const role = values['role'] as Role;
  const chosen = (kind: ScopeKind) =>
    roleWords[role].scope.includes(kind)
      ? Object.keys(values).flatMap((name) => (name.startsWith(`${kind}:`) ? [name.slice(kind.length + 1)] : []))
      : [];
  return { role, sites: chosen('sites'), partners: chosen('partners') as Given['partners'] };
}

/** A role with a choice of scope sees nothing without one. */
export function checkGiven(values: FormValues): Problem[] {
  const { role, sites, partners } = givenIn(values);
  const kinds = roleWords[role].scope;
  if (kinds.length === 0 || sites.length + partners.length > 0) return [];
  return [{ field: 'scope', message: `Choose at least one of the ${kinds.join(' or ')}` }];
}
