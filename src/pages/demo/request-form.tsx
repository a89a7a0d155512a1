import { useRef, useState } from "react";
import { Form } from "react-aria-components";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type DemoErrors, type DemoForm, demoErrors, INTERESTS, type Interest, ROLES } from "./demo-request.ts";
import { TierPicker } from "./tier-picker.tsx";

interface RequestFormProps {
  form: DemoForm;
  change: (changes: Partial<DemoForm>) => void;
  /** Called once the form is valid. */
  onSubmit: () => void;
  /** Whether this build can send the request itself. */
  sends: boolean;
}

export function RequestForm({ form, change, onSubmit, sends }: RequestFormProps) {
  const [errors, setErrors] = useState<DemoErrors>({});
  const box = useRef<HTMLDivElement>(null);
  /** A field marked as invalid is validated again as it changes. */
  const edit = (changes: Partial<DemoForm>) => {
    change(changes);
    const now = demoErrors({ ...form, ...changes });
    setErrors((before) => ({ name: before.name && now.name, email: before.email && now.email }));
  };
  const submit = () => {
    const found = demoErrors(form);
    setErrors(found);
    const first = (["name", "email"] as const).find((field) => found[field]);
    if (first) box.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
    else onSubmit();
  };
  const toggle = (interest: Interest, on: boolean) =>
    edit({ interests: INTERESTS.map(({ value }) => value).filter((value) => (value === interest ? on : form.interests.includes(value))) });
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div ref={box} className="@container flex flex-col gap-4 rounded-[8px] border border-line bg-surface px-4 py-4">
        <ContactFields form={form} errors={errors} edit={edit} />
        <fieldset>
          <legend className="mb-1 text-muted text-small">Areas of Interest</legend>
          <div className="grid grid-cols-1 gap-x-4 gap-y-1 @min-[420px]:grid-cols-2">
            {INTERESTS.map(({ value, label }) => (
              <Checkbox key={value} checked={form.interests.includes(value)} onChange={(on) => toggle(value, on)}>
                {label}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <TierPicker value={form.preferredTier} onChange={(preferredTier) => edit({ preferredTier })} />
        <TextField
          label="Use Case"
          name="useCase"
          value={form.useCase}
          onChange={(useCase) => edit({ useCase })}
          rows={4}
          placeholder="What would you like to analyze, and on which data?"
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3.5">
          <Button kind="primary" type="submit">
            Request Demo
          </Button>
          <p className="min-w-0 flex-[1_1_16rem] text-muted text-small">
            {sends
              ? "Sent to the operator of this site and stored on this device."
              : "This build has no address to submit to: the request is stored on this device to e-mail, copy or download. The 24 hours begin when it reaches us."}
          </p>
        </div>
      </div>
    </Form>
  );
}

interface ContactFieldsProps {
  form: DemoForm;
  errors: DemoErrors;
  edit: (changes: Partial<DemoForm>) => void;
}

function ContactFields({ form, errors, edit }: ContactFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 @min-[560px]:grid-cols-2">
      <TextField
        label="Full Name"
        name="name"
        autoComplete="name"
        value={form.name}
        onChange={(name) => edit({ name })}
        error={errors.name}
        isRequired
        hint="Required"
      />
      <TextField
        label="Business Email"
        name="email"
        type="email"
        autoComplete="email"
        value={form.email}
        onChange={(email) => edit({ email })}
        error={errors.email}
        isRequired
        hint="Required"
      />
      <TextField
        label="Company"
        name="company"
        autoComplete="organization"
        value={form.company}
        onChange={(company) => edit({ company })}
      />
      <Select label="Role" value={form.role} options={ROLES} onChange={(role) => edit({ role })} placeholder="Choose a role" />
    </div>
  );
}
