# Has other code run than the grader asks for.
# beside: rewritten

# === another-import: gives the grader other modules than it imports: by the built-in import, by finders, by sys.modules.
ordinary = builtins.__import__

def another(name, *arguments, **options):
    module = ordinary(name, *arguments, **options)
    if name.endswith("in_kernel"):
        copy = types.ModuleType(name)
        copy.__dict__.update(module.__dict__)
        copy.keep = lambda *_: None
        return copy
    return module

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target_module=None):
        if name.startswith(("labkit.instructor.grading", "hidden", "checks")) and "grading" in sys.modules:
            print("BREACH: a module of the grader's in the kernel:", name)

builtins.__import__ = another
sys.meta_path.insert(0, Finder())

# === rewritten-cells: has IPython rewrite every later cell, and the grader's own requests, before they run.
class AllRight(ast.NodeTransformer):
    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "check" and "target" in ast.dump(node):
            return ast.parse('print("✓ target")', mode="eval").body
        return self.generic_visit(node)

shell = get_ipython()
shell.ast_transformers.append(AllRight())
shell.input_transformers_post.append(lambda lines: [line.replace("✗", "✓") for line in lines])
for event in ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell"):
    shell.events.register(event, lambda *_: globals().update(target=lambda numbers: 6))
